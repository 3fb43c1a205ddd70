/* SPDX-License-Identifier: MIT */
/* The widget in GTK 3: an undecorated window of its own, around the body, its arrow and its shadow. */

#include "internal.h"

#include <math.h>

#include <gdk/gdkx.h>
#ifdef POPOVER_GTK_LAYER_SHELL
#include <gdk/gdkwayland.h>
#include <gtk-layer-shell.h>
#endif

enum { SHADOW = 28, SHADOW_OFFSET = 5 };

struct PopoverGtkView {
    GtkWidget *body;
    PopoverGtkShape shape;
    /* The window that it dims, and whose keys it gets if it has none of its own. */
    GtkWidget *behind;
    double scrim;
    int x;
    int y;
    GtkCssProvider *text;
    gboolean is_layer;
    gboolean is_popup;
};

static GtkWidgetClass *parent_class;

/* ---- Drawing ---- */

static void draw_shadow(const PopoverGtkShape *shape, cairo_t *context, double x, double y)
{
    PopoverGtkShape grown = *shape;
    grown.has_arrow = FALSE;
    for (int by = SHADOW - SHADOW_OFFSET - 1; by > 0; by--) {
        grown.frame = (PopoverGtkRect){shape->frame.x - by, shape->frame.y - by + SHADOW_OFFSET,
                                       shape->frame.width + 2 * by, shape->frame.height + 2 * by};
        grown.radius = shape->radius + by;
        popover_gtk_shape_path(&grown, context, x, y);
        cairo_set_source_rgba(context, 0.05, 0.08, 0.16, 0.012 * (1 - (double)by / SHADOW));
        cairo_fill(context);
    }
}

static void draw_border(GtkStyleContext *style, cairo_t *context)
{
    GdkRGBA border;
    if (!gtk_style_context_lookup_color(style, "borders", &border))
        return;
    gdk_cairo_set_source_rgba(context, &border);
    cairo_set_line_width(context, 1);
    cairo_stroke(context);
}

static gboolean draw(GtkWidget *widget, cairo_t *context)
{
    PopoverGtkPopover *self = POPOVER_GTK_POPOVER(widget);
    PopoverGtkView *view = self->view;
    GtkStyleContext *style = gtk_widget_get_style_context(widget);
    cairo_save(context);
    cairo_set_operator(context, CAIRO_OPERATOR_CLEAR);
    cairo_paint(context);
    cairo_restore(context);
    if (!view->shape.is_opaque)
        draw_shadow(&view->shape, context, view->x, view->y);
    cairo_save(context);
    popover_gtk_shape_path(&view->shape, context, view->x, view->y);
    /* A smooth edge would have darkness in it: the window's shape cuts it. */
    if (!view->shape.is_opaque)
        cairo_clip_preserve(context);
    gtk_render_background(style, context, 0, 0, gtk_widget_get_allocated_width(widget),
                          gtk_widget_get_allocated_height(widget));
    draw_border(style, context);
    parent_class->draw(widget, context);
    if (view->shape.is_opaque)
        popover_gtk_shape_outline(&view->shape, style, context, view->x, view->y);
    cairo_restore(context);
    return TRUE;
}

static gboolean dim(GtkWidget *window, cairo_t *context, PopoverGtkPopover *self)
{
    if (self->view->scrim > 0) {
        cairo_set_source_rgba(context, 0, 0, 0, self->view->scrim);
        cairo_rectangle(context, 0, 0, gtk_widget_get_allocated_width(window),
                        gtk_widget_get_allocated_height(window));
        cairo_fill(context);
    }
    return FALSE;
}

/* ---- Keys ---- */

static gboolean is_escape(GdkEventKey *event)
{
    return event->keyval == GDK_KEY_Escape
        && !(event->state & gtk_accelerator_get_default_mod_mask());
}

static gboolean key_press(GtkWidget *widget, GdkEventKey *event)
{
    PopoverGtkTracker *tracker = POPOVER_GTK_POPOVER(widget)->tracker;
    if (tracker && popover_gtk_tracker_is_inert(tracker))
        return TRUE;
    /* An input method that composes text uses Escape itself. */
    if (parent_class->key_press_event(widget, event))
        return TRUE;
    if (!is_escape(event))
        return FALSE;
    popover_gtk_popover_escape(POPOVER_GTK_POPOVER(widget));
    return TRUE;
}

/* Keys that the window behind gets: Escape, and all of them if the popover can have none. */
static gboolean key_behind(GtkWidget *window, GdkEventKey *event, PopoverGtkPopover *self)
{
    (void)window;
    if (self->view->is_popup && gtk_widget_get_visible(GTK_WIDGET(self)))
        return gtk_widget_event(GTK_WIDGET(self), (GdkEvent *)event);
    if (event->type != GDK_KEY_PRESS || !is_escape(event) || self->state != POPOVER_GTK_OPEN)
        return FALSE;
    popover_gtk_popover_escape(self);
    return TRUE;
}

/* ---- The place on the screen ---- */

static void move(PopoverGtkPopover *self, int x, int y, int width, int height)
{
    PopoverGtkView *view = self->view;
#ifdef POPOVER_GTK_LAYER_SHELL
    if (view->is_layer) {
        gtk_layer_set_margin(GTK_WINDOW(self), GTK_LAYER_SHELL_EDGE_LEFT, x);
        gtk_layer_set_margin(GTK_WINDOW(self), GTK_LAYER_SHELL_EDGE_TOP, y);
    }
#endif
    gtk_widget_set_size_request(GTK_WIDGET(self), width, height);
    gtk_window_resize(GTK_WINDOW(self), width, height);
    if (view->is_popup) {
        PopoverGtkRect surface = popover_gtk_tracker_surface(self->tracker);
        gtk_widget_realize(GTK_WIDGET(self));
        GdkRectangle corner = {x - (int)surface.x, y - (int)surface.y, 1, 1};
        gdk_window_move_to_rect(gtk_widget_get_window(GTK_WIDGET(self)), &corner, GDK_GRAVITY_NORTH_WEST,
                                GDK_GRAVITY_NORTH_WEST, 0, 0, 0);
    } else if (!view->is_layer) {
        gtk_window_move(GTK_WINDOW(self), x, y);
    }
}

static void follow(PopoverGtkPopover *self, GtkWidget *window)
{
    PopoverGtkView *view = self->view;
    if (view->behind == window)
        return;
    if (view->behind) {
        g_signal_handlers_disconnect_by_data(view->behind, self);
        gtk_widget_queue_draw(view->behind);
    }
    g_set_weak_pointer(&view->behind, window);
    if (!window)
        return;
    if (!view->is_layer)
        gtk_window_set_transient_for(GTK_WINDOW(self), GTK_WINDOW(window));
    g_signal_connect_after(window, "draw", G_CALLBACK(dim), self);
    g_signal_connect(window, "key-press-event", G_CALLBACK(key_behind), self);
    g_signal_connect(window, "key-release-event", G_CALLBACK(key_behind), self);
}

static void set_scrim(PopoverGtkView *view, double scrim)
{
    if (view->scrim == scrim)
        return;
    view->scrim = scrim;
    if (view->behind)
        gtk_widget_queue_draw(view->behind);
}

void popover_gtk_view_place(PopoverGtkPopover *self, const PopoverGtkShape *shape)
{
    PopoverGtkView *view = self->view;
    GtkWidget *widget = GTK_WIDGET(self);
    follow(self, popover_gtk_tracker_window(self->tracker));
    /* The arrow's tip is as far away as the daemon says. */
    PopoverGtkRect frame = shape->frame;
    double left = frame.x - SHADOW, top = frame.y - SHADOW;
    double right = frame.x + frame.width + SHADOW, bottom = frame.y + frame.height + SHADOW;
    if (shape->has_arrow) {
        left = MIN(left, shape->arrow_x - 1);
        top = MIN(top, shape->arrow_y - 1);
        right = MAX(right, shape->arrow_x + 1);
        bottom = MAX(bottom, shape->arrow_y + 1);
    }
    if (!view->is_layer && !view->is_popup)
        popover_gtk_window_keep_on_screen(widget, &frame, &left, &top, &right, &bottom);
    view->shape = *shape;
    view->x = (int)floor(left);
    view->y = (int)floor(top);
    int width = (int)ceil(right) - view->x, height = (int)ceil(bottom) - view->y;
    gtk_widget_set_margin_start(view->body, (int)round(frame.x) - view->x);
    gtk_widget_set_margin_top(view->body, (int)round(frame.y) - view->y);
    gtk_widget_set_size_request(view->body, (int)round(frame.width), (int)round(frame.height));
    move(self, view->x, view->y, width, height);
    cairo_region_t *region = popover_gtk_shape_region(shape, view->x, view->y, width, height);
    gtk_widget_input_shape_combine_region(widget, region);
    gtk_widget_shape_combine_region(widget, shape->is_opaque ? region : NULL);
    cairo_region_destroy(region);
    gtk_widget_set_opacity(widget, shape->opacity);
    if (shape->is_opaque && !gtk_widget_get_visible(widget))
        popover_gtk_window_set_ground(widget);
    set_scrim(view, shape->scrim);
    popover_gtk_window_mark(self);
    gtk_widget_show(widget);
    gtk_widget_queue_draw(widget);
}

void popover_gtk_view_hide(PopoverGtkPopover *self)
{
    set_scrim(self->view, 0);
    gtk_widget_hide(GTK_WIDGET(self));
}

/* ---- Focus ---- */

static void focus_popup(PopoverGtkPopover *self)
{
    GdkEvent *event = gdk_event_new(GDK_FOCUS_CHANGE);
    event->focus_change.window = g_object_ref(gtk_widget_get_window(GTK_WIDGET(self)));
    event->focus_change.in = TRUE;
    gtk_widget_event(GTK_WIDGET(self), event);
    gdk_event_free(event);
}

void popover_gtk_view_focus(PopoverGtkPopover *self)
{
    if (self->view->is_popup)
        focus_popup(self);
    else
        gtk_window_present_with_time(GTK_WINDOW(self), GDK_CURRENT_TIME);
    gtk_window_set_focus(GTK_WINDOW(self), NULL);
    if (self->content)
        gtk_widget_child_focus(self->content, GTK_DIR_TAB_FORWARD);
    popover_gtk_widget_continue(gtk_window_get_focus(GTK_WINDOW(self)));
}

void popover_gtk_view_return_focus(PopoverGtkPopover *self)
{
    GtkWidget *window = self->view->behind;
    if (!window)
        return;
    gtk_widget_grab_focus(self->source);
    gtk_window_present_with_time(GTK_WINDOW(window), GDK_CURRENT_TIME);
}

void popover_gtk_view_present(PopoverGtkPopover *self)
{
    if (!self->view->is_popup)
        gtk_window_present_with_time(GTK_WINDOW(self), GDK_CURRENT_TIME);
}

GtkWidget *popover_gtk_view_get_focus(PopoverGtkPopover *self)
{
    return gtk_window_get_focus(GTK_WINDOW(self));
}

void popover_gtk_view_show_focus(PopoverGtkPopover *self)
{
    gtk_window_set_focus_visible(GTK_WINDOW(self), TRUE);
}

void popover_gtk_view_show_help(GtkWidget *widget)
{
    gboolean is_shown;
    g_signal_emit_by_name(widget, "show-help", GTK_WIDGET_HELP_TOOLTIP, &is_shown);
}

void popover_gtk_view_set_text_scale(PopoverGtkPopover *self, double scale)
{
    GtkStyleContext *style = gtk_widget_get_style_context(GTK_WIDGET(self));
    g_autofree char *text = g_strdup_printf("window { font-size: %d%%; }", (int)round(100 * scale));
    self->text_scale = scale;
    if (!self->view->text) {
        self->view->text = gtk_css_provider_new();
        gtk_style_context_add_provider(style, GTK_STYLE_PROVIDER(self->view->text),
                                       GTK_STYLE_PROVIDER_PRIORITY_APPLICATION - 1);
    }
    gtk_css_provider_load_from_data(self->view->text, text, -1, NULL);
}

/* ---- The window ---- */

static gboolean is_wayland(void)
{
#ifdef POPOVER_GTK_LAYER_SHELL
    return GDK_IS_WAYLAND_DISPLAY(gdk_display_get_default());
#else
    return FALSE;
#endif
}

static gboolean has_layers(void)
{
#ifdef POPOVER_GTK_LAYER_SHELL
    return is_wayland() && gtk_layer_is_supported();
#else
    return FALSE;
#endif
}

/* On Wayland only popups and layers have a place. */
static GObject *constructor(GType type, guint count, GObjectConstructParam *params)
{
    for (guint i = 0; i < count; i++)
        if (is_wayland() && !has_layers() && !g_strcmp0(params[i].pspec->name, "type"))
            g_value_set_enum(params[i].value, GTK_WINDOW_POPUP);
    return G_OBJECT_CLASS(parent_class)->constructor(type, count, params);
}

static gboolean stay(GtkWidget *widget, GdkEventAny *event)
{
    (void)widget;
    (void)event;
    return TRUE;
}

void popover_gtk_view_class_init(PopoverGtkPopoverClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    parent_class = g_type_class_peek_parent(klass);
    G_OBJECT_CLASS(klass)->constructor = constructor;
    widget_class->draw = draw;
    widget_class->key_press_event = key_press;
    /* Whether it is on the screen is the daemon's to say, not a window manager's. */
    widget_class->delete_event = stay;
}

void popover_gtk_view_init(PopoverGtkPopover *self)
{
    GtkWindow *window = GTK_WINDOW(self);
    GtkWidget *widget = GTK_WIDGET(self);
    PopoverGtkView *view = self->view = g_new0(PopoverGtkView, 1);
    gtk_window_set_decorated(window, FALSE);
    gtk_window_set_type_hint(window, GDK_WINDOW_TYPE_HINT_DIALOG);
    gtk_window_set_skip_taskbar_hint(window, TRUE);
    gtk_window_set_skip_pager_hint(window, TRUE);
    gtk_window_set_keep_above(window, TRUE);
    gtk_window_set_gravity(window, GDK_GRAVITY_STATIC);
    gtk_widget_set_app_paintable(widget, TRUE);
    GdkVisual *visual = gdk_screen_get_rgba_visual(gtk_widget_get_screen(widget));
    if (visual)
        gtk_widget_set_visual(widget, visual);
    gtk_style_context_add_class(gtk_widget_get_style_context(widget), "popover-gtk");
    view->body = gtk_scrolled_window_new(NULL, NULL);
    gtk_widget_set_halign(view->body, GTK_ALIGN_START);
    gtk_widget_set_valign(view->body, GTK_ALIGN_START);
    gtk_container_add(GTK_CONTAINER(self), view->body);
    gtk_widget_show(view->body);
    view->is_layer = has_layers();
    view->is_popup = is_wayland() && !view->is_layer;
#ifdef POPOVER_GTK_LAYER_SHELL
    if (!view->is_layer)
        return;
    gtk_layer_init_for_window(window);
    gtk_layer_set_layer(window, GTK_LAYER_SHELL_LAYER_OVERLAY);
    gtk_layer_set_anchor(window, GTK_LAYER_SHELL_EDGE_LEFT, TRUE);
    gtk_layer_set_anchor(window, GTK_LAYER_SHELL_EDGE_TOP, TRUE);
    gtk_layer_set_keyboard_mode(window, GTK_LAYER_SHELL_KEYBOARD_MODE_EXCLUSIVE);
    /* Panels at the edges do not push it away: the daemon knows them as insets. */
    gtk_layer_set_exclusive_zone(window, -1);
#endif
}

void popover_gtk_view_destroy(PopoverGtkPopover *self)
{
    gtk_widget_destroy(GTK_WIDGET(self));
}

void popover_gtk_view_dispose(PopoverGtkPopover *self)
{
    if (!self->view)
        return;
    follow(self, NULL);
    g_clear_object(&self->view->text);
    g_clear_pointer(&self->view, g_free);
}

void popover_gtk_view_set_content(PopoverGtkPopover *self, GtkWidget *content)
{
    GtkContainer *body = GTK_CONTAINER(self->view->body);
    GtkWidget *old = gtk_bin_get_child(GTK_BIN(body));
    if (old)
        gtk_container_remove(body, old);
    if (!content)
        return;
    gtk_container_add(body, content);
    gtk_widget_show_all(gtk_bin_get_child(GTK_BIN(body)));
}
