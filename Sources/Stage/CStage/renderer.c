// SPDX-License-Identifier: MIT
//
// What draws: the graphics processor, else pixman. Mesa can do without such a processor, too; but that is slower
// than pixman, and on a virtual machine (virtio-gpu without 3D, Debian 12) its first drawing ends the process.

#include "parts.h"

#include <GLES2/gl2.h>
#include <stdlib.h>
#include <wlr/render/egl.h>
#include <wlr/render/gles2.h>
#include <wlr/render/pixman.h>

#if WLR_VERSION_NUM >= (18 << 8)

static bool begin_drawing(struct wlr_egl *egl) {
    return eglMakeCurrent(
        wlr_egl_get_display(egl), EGL_NO_SURFACE, EGL_NO_SURFACE, wlr_egl_get_context(egl));
}

static void end_drawing(struct wlr_egl *egl) {
    eglMakeCurrent(wlr_egl_get_display(egl), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

#else

#define begin_drawing wlr_egl_make_current
#define end_drawing wlr_egl_unset_current

#endif

// Whether Mesa draws on the main processor.
static bool is_software(struct wlr_renderer *renderer) {
    if (!wlr_renderer_is_gles2(renderer)) return false;
    struct wlr_egl *egl = wlr_gles2_renderer_get_egl(renderer);
    if (!begin_drawing(egl)) return true;
    const char *name = (const char *)glGetString(GL_RENDERER);
    bool is_software = !name || strstr(name, "llvmpipe") || strstr(name, "softpipe");
    end_drawing(egl);
    return is_software;
}

struct wlr_renderer *stage_create_renderer(struct wlr_backend *backend) {
    struct wlr_renderer *renderer = wlr_renderer_autocreate(backend);
    // Whoever chooses one gets it.
    if (!renderer || getenv("WLR_RENDERER") || !is_software(renderer)) return renderer;
    wlr_renderer_destroy(renderer);
    return wlr_pixman_renderer_create();
}
