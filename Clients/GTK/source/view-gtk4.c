/* SPDX-License-Identifier: MIT */
/* The widget in GTK 4, which places no windows: a GtkPopover of the source's window, with its corner where
 * the daemon says, and an arrow in the room of its shadow. */

#include "internal.h"

#include <math.h>

static const char STYLE[] =
    "popover.popover-gtk, popover.popover-gtk > contents {"
    "  padding: 0; margin: 0; border: none; outline: none; min-width: 0; min-height: 0; }"
    "popover.popover-gtk { background: none; box-shadow: none; font-size: %d%%; }"
    "popover.popover-gtk > contents, popover.popover-gtk > contents > scrolledwindow {"
    "  border-radius: %dpx; }"
    "popover.popover-gtk > contents { box-shadow: 0 4px 30px rgba(13, 20, 41, 0.22); }"
    "popover.popover-gtk.popover-gtk-opaque > contents,"
    "popover.popover-gtk.popover-gtk-opaque > contents > scrolledwindow {"
    "  border-radius: 0; }"
    "window { transition: filter %dms; }"
    "window.popover-gtk-behind { filter: brightness(%d%%); }";

struct PopoverGtkView {
    GtkWidget *body;
    PopoverGtkShape shape;
    GtkWidget *behind;
    GtkEventController *keys;
    gboolean is_owned;
    /* Its window has a shape. */
    gboolean is_cut;
};

static GtkWidgetClass *parent_class;

/* ---- Drawing ---- */

/* The style of all popovers on a display; what the daemon says of them is the same for all. */
static void set_style(PopoverGtkPopover *self)
{
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(self));
    double scrim = self->placement.scrim > 0 ? self->placement.scrim : 0;
    gboolean is_still = popover_gtk_client_get_is_motion_reduced(self->client);
    g_autofree char *text =
        g_strdup_printf(STYLE, (int)round(100 * self->text_scale), (int)round(self->radius),
                        is_still ? 0 : 200, (int)round(100 * (1 - scrim)));
    GtkCssProvider *style = g_object_get_data(G_OBJECT(display), "popover-gtk-style");
    if (style && !g_strcmp0(text, g_object_get_data(G_OBJECT(style), "text")))
        return;
    if (!style) {
        style = gtk_css_provider_new();
        g_object_set_data_full(G_OBJECT(display), "popover-gtk-style", style, g_object_unref);
        gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(style),
                                                   GTK_STYLE_PROVIDER_PRIORITY_APPLICATION - 1);
    }
    gtk_css_provider_load_from_data(style, text, -1);
    g_object_set_data_full(G_OBJECT(style), "text", g_steal_pointer(&text), g_free);
}

static void arrow_color(GtkWidget *widget, GdkRGBA *color)
{
    GtkStyleContext *style = gtk_widget_get_style_context(widget);
    if (!gtk_style_context_lookup_color(style, "popover_bg_color", color)
        && !gtk_style_context_lookup_color(style, "theme_bg_color", color))
        gdk_rgba_parse(color, "white");
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    PopoverGtkPopover *self = POPOVER_GTK_POPOVER(widget);
    const PopoverGtkShape *shape = &self->view->shape;
    graphene_point_t corner;
    parent_class->snapshot(widget, snapshot);
    if (!gtk_widget_compute_point(self->view->body, widget, &GRAPHENE_POINT_INIT(0, 0), &corner))
        return;
    double x = shape->frame.x - corner.x, y = shape->frame.y - corner.y;
    if (shape->is_opaque || self->view->is_cut)
        popover_gtk_native_shape(GTK_NATIVE(self), shape, x, y);
    self->view->is_cut = shape->is_opaque;
    if (!shape->has_arrow && !shape->is_opaque)
        return;
    graphene_rect_t body = GRAPHENE_RECT_INIT(corner.x, corner.y, (float)shape->frame.width,
                                              (float)shape->frame.height);
    graphene_rect_t bounds = body;
    if (shape->has_arrow) {
        graphene_rect_t tip =
            GRAPHENE_RECT_INIT((float)(shape->arrow_x - x), (float)(shape->arrow_y - y), 0, 0);
        graphene_rect_union(&body, &tip, &bounds);
    }
    cairo_t *context = gtk_snapshot_append_cairo(snapshot, &bounds);
    cairo_save(context);
    /* The body and what is on it is drawn already; the arrow is outside of it. */
    cairo_rectangle(context, bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height);
    cairo_rectangle(context, body.origin.x, body.origin.y, body.size.width, body.size.height);
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_clip(context);
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING);
    GdkRGBA color;
    arrow_color(widget, &color);
    gdk_cairo_set_source_rgba(context, &color);
    /* A smooth edge would have darkness in it: the window's shape cuts it. */
    if (shape->is_opaque)
        cairo_rectangle(context, bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height);
    else
        popover_gtk_shape_path(shape, context, x, y);
    cairo_fill(context);
    cairo_restore(context);
    if (shape->is_opaque)
        popover_gtk_shape_outline(shape, gtk_widget_get_style_context(widget), context, x, y);
    cairo_destroy(context);
}

/* ---- The place on the screen ---- */

static gboolean key_pressed(PopoverGtkPopover *self, guint key, guint code, GdkModifierType state)
{
    (void)code;
    /* An input method that composes text uses Escape itself. */
    if (key != GDK_KEY_Escape || (state & gtk_accelerator_get_default_mod_mask())
        || self->state != POPOVER_GTK_OPEN)
        return FALSE;
    popover_gtk_popover_escape(self);
    return TRUE;
}

static gboolean guard_keys(PopoverGtkTracker *tracker)
{
    return popover_gtk_tracker_is_inert(tracker);
}

void popover_gtk_view_guard(GtkWidget *window, PopoverGtkTracker *tracker)
{
    gpointer *guards = popover_gtk_tracker_guards(tracker);
    GtkEventController *keys = gtk_event_controller_key_new();
    GtkGesture *press = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(press), 0);
    g_signal_connect_swapped(keys, "key-pressed", G_CALLBACK(guard_keys), tracker);
    g_signal_connect_swapped(press, "pressed", G_CALLBACK(popover_gtk_tracker_come_back), tracker);
    guards[0] = keys;
    guards[1] = press;
    for (int i = 0; i < 2; i++) {
        gtk_event_controller_set_propagation_phase(guards[i], GTK_PHASE_CAPTURE);
        gtk_widget_add_controller(window, guards[i]);
    }
}

void popover_gtk_view_unguard(GtkWidget *window, PopoverGtkTracker *tracker)
{
    gpointer *guards = popover_gtk_tracker_guards(tracker);
    for (int i = 0; i < 2; i++)
        gtk_widget_remove_controller(window, guards[i]);
}

static GtkEventController *watch_keys(PopoverGtkPopover *self, GtkWidget *widget)
{
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect_swapped(keys, "key-pressed", G_CALLBACK(key_pressed), self);
    gtk_widget_add_controller(widget, keys);
    return keys;
}

static void set_scrim(PopoverGtkView *view, double scrim)
{
    if (!view->behind)
        return;
    if (scrim > 0)
        gtk_widget_add_css_class(view->behind, "popover-gtk-behind");
    else
        gtk_widget_remove_css_class(view->behind, "popover-gtk-behind");
}

static void follow(PopoverGtkPopover *self, GtkWidget *window)
{
    PopoverGtkView *view = self->view;
    if (view->behind == window)
        return;
    if (view->behind) {
        set_scrim(view, 0);
        gtk_widget_remove_controller(view->behind, view->keys);
        gtk_widget_unparent(GTK_WIDGET(self));
    }
    g_set_weak_pointer(&view->behind, window);
    view->keys = NULL;
    if (!window)
        return;
    gtk_widget_set_parent(GTK_WIDGET(self), window);
    view->keys = watch_keys(self, window);
}

void popover_gtk_view_place(PopoverGtkPopover *self, const PopoverGtkShape *shape)
{
    PopoverGtkView *view = self->view;
    GtkWidget *widget = GTK_WIDGET(self);
    GtkWidget *window = popover_gtk_tracker_window(self->tracker);
    if (!window)
        return;
    follow(self, window);
    double scrim = self->placement.scrim > 0 ? self->placement.scrim : 0;
    set_style(self);
    set_scrim(view, self->state == POPOVER_GTK_OPEN ? scrim : 0);
    view->shape = *shape;
    gtk_widget_set_size_request(view->body, (int)round(shape->frame.width),
                                (int)round(shape->frame.height));
    PopoverGtkRect surface = popover_gtk_tracker_surface(self->tracker);
    double x, y;
    gtk_native_get_surface_transform(GTK_NATIVE(window), &x, &y);
    /* It hangs below a point at its corner. */
    GdkRectangle corner = {(int)round(shape->frame.x - surface.x - x),
                           (int)round(shape->frame.y - surface.y - y) - 1, 1, 1};
    gtk_popover_set_pointing_to(GTK_POPOVER(self), &corner);
    gtk_widget_set_opacity(widget, shape->opacity);
    if (shape->is_opaque)
        gtk_widget_add_css_class(widget, "popover-gtk-opaque");
    else
        gtk_widget_remove_css_class(widget, "popover-gtk-opaque");
    popover_gtk_window_mark(self);
    gtk_popover_popup(GTK_POPOVER(self));
    gtk_widget_queue_draw(widget);
}

void popover_gtk_view_hide(PopoverGtkPopover *self)
{
    set_scrim(self->view, 0);
    gtk_popover_popdown(GTK_POPOVER(self));
}

/* ---- Focus ---- */

void popover_gtk_view_focus(PopoverGtkPopover *self)
{
    GtkWidget *window = self->view->behind;
    if (!window)
        return;
    gtk_window_present(GTK_WINDOW(window));
    if (self->content)
        gtk_widget_child_focus(self->content, GTK_DIR_TAB_FORWARD);
    popover_gtk_widget_continue(gtk_window_get_focus(GTK_WINDOW(window)));
}

void popover_gtk_view_return_focus(PopoverGtkPopover *self)
{
    if (self->source)
        gtk_widget_grab_focus(self->source);
}

void popover_gtk_view_present(PopoverGtkPopover *self)
{
    if (self->view->behind)
        gtk_window_present(GTK_WINDOW(self->view->behind));
}

GtkWidget *popover_gtk_view_get_focus(PopoverGtkPopover *self)
{
    GtkWidget *window = self->view->behind;
    GtkWidget *focus = window ? gtk_window_get_focus(GTK_WINDOW(window)) : NULL;
    return focus && gtk_widget_is_ancestor(focus, GTK_WIDGET(self)) ? focus : NULL;
}

void popover_gtk_view_show_focus(PopoverGtkPopover *self)
{
    if (self->view->behind)
        gtk_window_set_focus_visible(GTK_WINDOW(self->view->behind), TRUE);
}

/* Tab stays inside: after the last widget comes the first. */
static gboolean move_focus(GtkWidget *widget, GtkDirectionType direction)
{
    if (parent_class->focus(widget, direction))
        return TRUE;
    if (!gtk_widget_get_mapped(widget))
        return FALSE;
    GtkWidget *focus = popover_gtk_view_get_focus(POPOVER_GTK_POPOVER(widget));
    if (focus && (direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD)) {
        g_autoptr(GtkWidget) last = g_object_ref(focus);
        /* A window ignores a widget that has its focus already, as the only one in a popover does. */
        gtk_root_set_focus(gtk_widget_get_root(widget), NULL);
        if (!parent_class->focus(widget, direction))
            gtk_widget_grab_focus(last);
    }
    return focus != NULL;
}

static gboolean end_help(gpointer tip)
{
    if (gtk_widget_get_parent(tip))
        gtk_widget_unparent(tip);
    return G_SOURCE_REMOVE;
}

/* GTK 4 shows a tooltip only to a pointer. */
void popover_gtk_view_show_help(GtkWidget *widget)
{
    g_autofree char *text = popover_gtk_access_help(widget);
    if (!text || !*text)
        return;
    GtkWidget *tip = g_object_new(GTK_TYPE_POPOVER, "accessible-role", GTK_ACCESSIBLE_ROLE_TOOLTIP,
                                  "autohide", FALSE, "can-focus", FALSE, "child", gtk_label_new(text), NULL);
    gtk_accessible_update_property(GTK_ACCESSIBLE(tip), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    gtk_widget_set_parent(tip, widget);
    g_signal_connect_object(widget, "destroy", G_CALLBACK(end_help), tip, G_CONNECT_SWAPPED);
    g_timeout_add_seconds_full(G_PRIORITY_DEFAULT, 5, end_help, g_object_ref(tip), g_object_unref);
    gtk_popover_popup(GTK_POPOVER(tip));
}

void popover_gtk_view_set_text_scale(PopoverGtkPopover *self, double scale)
{
    self->text_scale = scale;
    set_style(self);
}

/* ---- The popover ---- */

void popover_gtk_view_class_init(PopoverGtkPopoverClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    parent_class = g_type_class_peek_parent(klass);
    widget_class->snapshot = snapshot;
    widget_class->focus = move_focus;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
}

void popover_gtk_view_init(PopoverGtkPopover *self)
{
    GtkPopover *popover = GTK_POPOVER(self);
    PopoverGtkView *view = self->view = g_new0(PopoverGtkView, 1);
    /* Until its source is gone: a popover has no parent before it opens. */
    g_object_ref_sink(self);
    view->is_owned = TRUE;
    gtk_popover_set_has_arrow(popover, FALSE);
    gtk_popover_set_autohide(popover, FALSE);
    gtk_popover_set_position(popover, GTK_POS_BOTTOM);
    gtk_widget_set_halign(GTK_WIDGET(self), GTK_ALIGN_START);
    gtk_widget_add_css_class(GTK_WIDGET(self), "popover-gtk");
    view->body = gtk_scrolled_window_new();
    gtk_widget_set_overflow(view->body, GTK_OVERFLOW_HIDDEN);
    gtk_popover_set_child(popover, view->body);
    watch_keys(self, GTK_WIDGET(self));
}

void popover_gtk_view_destroy(PopoverGtkPopover *self)
{
    g_object_run_dispose(G_OBJECT(self));
}

void popover_gtk_view_dispose(PopoverGtkPopover *self)
{
    PopoverGtkView *view = self->view;
    if (!view)
        return;
    follow(self, NULL);
    gboolean is_owned = view->is_owned;
    g_clear_pointer(&self->view, g_free);
    if (is_owned)
        g_object_unref(self);
}

void popover_gtk_view_set_content(PopoverGtkPopover *self, GtkWidget *content)
{
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(self->view->body), content);
}
