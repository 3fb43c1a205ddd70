/* SPDX-License-Identifier: MIT */

#pragma once

#include <popover.h>
#include <string.h>

#include "popover-gtk.h"

/* ---- Errors and values ---- */

GError *popover_gtk_error_from(const struct popover_failure *failure);
GError *popover_gtk_error_of_code(gint64 code);
PopoverGtkRect popover_gtk_rect_from(const struct popover_rect *rect);
struct popover_rect popover_gtk_rect_to(const PopoverGtkRect *rect);
gboolean popover_gtk_rect_equal(const PopoverGtkRect *one, const PopoverGtkRect *other);
PopoverGtkPlacement popover_gtk_placement_from(const struct popover_placement *placement);
PopoverGtkAlert *popover_gtk_alert_from(const struct popover_event_alert *alert);

/* ---- The client ---- */

/** Moves the bytes of a connection; `taken(data)` takes its events. */
GSource *popover_gtk_source_new(struct popover_connection *connection, void (*taken)(gpointer data),
                                gpointer data);

/** Gets the events with a number, until it is unwatched. */
typedef void (*PopoverGtkHandler)(gpointer owner, const struct popover_event *event);

struct popover_client *popover_gtk_client_core(PopoverGtkClient *self);
void popover_gtk_client_watch(PopoverGtkClient *self, gint64 number, PopoverGtkHandler handler,
                              gpointer owner);
void popover_gtk_client_unwatch(PopoverGtkClient *self, gint64 number);
/** Finishes the task when the request with this number has its response, or fails it if that is an error. */
void popover_gtk_client_await(PopoverGtkClient *self, GTask *task, gint64 number, gboolean is_waiting);
void popover_gtk_client_install_signals(void);
/** Emits the signal of an event that nobody watches. */
void popover_gtk_client_announce(PopoverGtkClient *self, const struct popover_event *event);
void popover_gtk_client_left(PopoverGtkClient *self);
/** The properties about the default display may be others. */
void popover_gtk_client_notify_settings(PopoverGtkClient *self);
/** Leaves, and finishes the task then; FALSE if it leaves already. */
gboolean popover_gtk_client_set_leaving(PopoverGtkClient *self, GTask *task);

/* ---- Windows and controls, as the daemon knows them ---- */

typedef struct PopoverGtkTracker PopoverGtkTracker;

/** Reports to the daemon where `source` is, while it is on the screen. */
PopoverGtkTracker *popover_gtk_tracker_new(PopoverGtkClient *client, GtkWidget *source);
void popover_gtk_tracker_free(PopoverGtkTracker *self);
void popover_gtk_tracker_set_name(PopoverGtkTracker *self, const char *name);
void popover_gtk_tracker_set_display(PopoverGtkTracker *self, const char *display);
const char *popover_gtk_tracker_display(PopoverGtkTracker *self);
const char *popover_gtk_tracker_name(PopoverGtkTracker *self);
/** Whether no key may act in the window, and that people use it again. */
gboolean popover_gtk_tracker_is_inert(PopoverGtkTracker *self);
void popover_gtk_tracker_come_back(PopoverGtkTracker *self, int presses, double x, double y);
/** Tells the daemon now. Whether the source is on the screen. */
gboolean popover_gtk_tracker_update(PopoverGtkTracker *self);
/** The window of the source; NULL while it has none. */
GtkWidget *popover_gtk_tracker_window(PopoverGtkTracker *self);
/** Where that window is on its display. */
PopoverGtkRect popover_gtk_tracker_surface(PopoverGtkTracker *self);

/** Where the window is: what GTK knows, or the origin that the program has set. */
gboolean popover_gtk_window_frame(GtkWidget *window, PopoverGtkRect *frame);
/** Where the widget is in its window. */
gboolean popover_gtk_widget_rect(GtkWidget *widget, GtkWidget *window, PopoverGtkRect *rect);
GtkWidget *popover_gtk_widget_window(GtkWidget *widget);
/** Whether what is transparent in a window lets the windows behind through. */
gboolean popover_gtk_window_is_composited(GtkWidget *window);
#if !GTK_CHECK_VERSION(4, 0, 0)
/** What the server shows of the window before it is drawn is its color, and not black. */
void popover_gtk_window_set_ground(GtkWidget *window);
/** Takes room from around the frame: window managers move a window that leaves the screen. */
void popover_gtk_window_keep_on_screen(GtkWidget *window, const PopoverGtkRect *frame, double *left,
                                       double *top, double *right, double *bottom);
#endif
/** Gives the window of a popover its mark, before it is shown. */
void popover_gtk_window_mark(PopoverGtkPopover *self);
/** Updates the tracker when the window may have moved on its display. */
void popover_gtk_window_watch(GtkWidget *window, PopoverGtkTracker *tracker);
void popover_gtk_window_unwatch(GtkWidget *window, PopoverGtkTracker *tracker);
/** The window's own position, if the program has set it. */
const double *popover_gtk_window_origin(GtkWidget *window);

/* ---- Drafts ---- */

/** The values of all named widgets below this one: a JSON object, an empty one without any. */
char *popover_gtk_values_collect(GtkWidget *content);
/** Gives values back to the named widgets; what has no value is left alone. */
void popover_gtk_values_apply(GtkWidget *content, const char *json);
/** Both objects as one, the second one's members win; one that is no object wins alone. */
char *popover_gtk_values_merge(const char *values, const char *own);
/** The state of all widgets below this one, named or not: it outlives them. */
GPtrArray *popover_gtk_state_new(GtkWidget *content);
/** Brings that state back, and empties password entries. */
void popover_gtk_state_restore(GPtrArray *state);
/** Whether a widget keeps a value; that of a password entry stays unset. */
gboolean popover_gtk_widget_get_value(GtkWidget *widget, GValue *value);
void popover_gtk_widget_set_value(GtkWidget *widget, const GValue *value);
/** What is typed next continues the text of this widget; it may be NULL. */
void popover_gtk_widget_continue(GtkWidget *widget);
/** Calls `visit` for each child. */
void popover_gtk_widget_each(GtkWidget *widget, void (*visit)(GtkWidget *child, gpointer data),
                             gpointer data);

/* ---- Animations ---- */

typedef struct {
    PopoverGtkRect from;
    PopoverGtkRect to;
    gint64 began;
    double duration_ms;
    const char *easing;
    gboolean is_move;
} PopoverGtkMotion;

void popover_gtk_motion_begin(PopoverGtkMotion *self, const PopoverGtkRect *from,
                              const PopoverGtkRect *to, double duration_ms, const char *easing);
/** From 0 to 1: how much of it is done. */
double popover_gtk_motion_share(const PopoverGtkMotion *self);
/** The frame at this time. */
PopoverGtkRect popover_gtk_motion_frame(const PopoverGtkMotion *self);

/* ---- The widget ---- */

/** What is drawn: a body with an arrow, in points of the display. */
typedef struct {
    PopoverGtkRect frame;
    gboolean has_arrow;
    double arrow_x;
    double arrow_y;
    double arrow_width;
    double radius;
    double opacity;
    /** Nobody composites: what is transparent would be black. */
    gboolean is_opaque;
    /** How dark the window behind is, from 0 to 1. */
    double scrim;
} PopoverGtkShape;

typedef enum {
    POPOVER_GTK_CLOSED,
    POPOVER_GTK_OPENING,
    POPOVER_GTK_OPEN,
    /** It was asked to leave, and disappears, or its draft is still to come. */
    POPOVER_GTK_LEAVING,
    /** Nothing is left of it but the daemon's word that it has ended. */
    POPOVER_GTK_ENDING,
} PopoverGtkState;

typedef struct PopoverGtkView PopoverGtkView;

struct _PopoverGtkPopover {
#if GTK_CHECK_VERSION(4, 0, 0)
    GtkPopover parent;
#else
    GtkWindow parent;
#endif
    PopoverGtkClient *client;
    GtkWidget *source;
    GtkWidget *content;
    char *behavior;
    char *key;
    char *title;
    char *align;
    char *more;
    char **sides;
    int width;
    int height;
    gboolean is_modal;

    PopoverGtkTracker *tracker;
    PopoverGtkView *view;
    PopoverGtkState state;
    /** Of the open that has begun it. */
    gint64 number;
    GTask *opening;
    gboolean is_unwanted;
    GSource *canceled;
    char *gesture;
    /** What screen plugins know its window by, until the window has it. */
    char *mark;
    PopoverGtkPlacement placement;
    double arrow_width;
    double radius;
    PopoverGtkMotion motion;
    guint tick;
    guint leaving;
    /** The state of its content before anybody has used it, and as a draft. */
    GPtrArray *initial;
    char *untouched;
    gboolean had_draft;
    /** The popover that has asked for a draft which the program has still to hand over. */
    gint64 owed;
    /** The answer, once it has left the screen; NULL if there is no draft. */
    char *answer;
    gboolean is_saving;
    /** The accessible role and name that this library has set; the program may have set others. */
    int access_role;
    char *access_name;
    /** Whether this library says that its source controls it, and whether that is expanded. */
    gboolean is_controlled;
    gboolean expands_source;
    double text_scale;
};

/** The parts of popover.c that others call. */
void popover_gtk_popover_install_properties(GObjectClass *klass);
void popover_gtk_popover_handle(gpointer self, const struct popover_event *event);
/** Answers will-close with what was collected. */
void popover_gtk_popover_answer(PopoverGtkPopover *self, gint64 number);
/** The widget goes: what is open is closed, and its draft handed over. */
void popover_gtk_popover_abandon(PopoverGtkPopover *self);
void popover_gtk_popover_forget(PopoverGtkPopover *self);
void popover_gtk_popover_place(PopoverGtkPopover *self);
void popover_gtk_popover_play(PopoverGtkPopover *self, const PopoverGtkRect *from);
void popover_gtk_popover_leave(PopoverGtkPopover *self, double duration_ms, const char *easing);
void popover_gtk_popover_stop(PopoverGtkPopover *self);
/** Takes it off the screen, because it is closed. */
void popover_gtk_popover_end(PopoverGtkPopover *self);
struct popover_size popover_gtk_popover_wanted_size(PopoverGtkPopover *self);
/** Its wanted size has changed. */
void popover_gtk_popover_resize(PopoverGtkPopover *self);
/** The screen is free of it. */
void popover_gtk_popover_left(PopoverGtkPopover *self);
/** Escape was pressed, and nothing in the window has used it. */
void popover_gtk_popover_escape(PopoverGtkPopover *self);

/* ---- The keyboard ---- */

/** Keeps in mind whose the keyboard is. */
void popover_gtk_focus_note(PopoverGtkClient *client, const struct popover_event *event);
/** Whether another client has the keyboard of this display. */
gboolean popover_gtk_focus_is_away(PopoverGtkClient *client, const char *display);
void popover_gtk_focus_come_back(PopoverGtkClient *client, const char *display);
void popover_gtk_focus_handle(PopoverGtkPopover *self, const struct popover_event *event);
void popover_gtk_focus_entered(PopoverGtkPopover *self, const char *display, const char *source);

/* ---- What a person needs ---- */

/** A display; NULL is the default one. It lives until the next call. */
const struct popover_display *popover_gtk_client_display(PopoverGtkClient *client, const char *name);
double popover_gtk_popover_text_scale(PopoverGtkPopover *self);
/** Its text and its content are as its display needs. */
void popover_gtk_popover_adapt(PopoverGtkPopover *self);
void popover_gtk_popover_display_changed(PopoverGtkPopover *self, const char *display, gboolean removed);

/* ---- What assistive technology hears ---- */

typedef enum {
    POPOVER_GTK_ACCESS_DIALOG,
    POPOVER_GTK_ACCESS_MENU,
    POPOVER_GTK_ACCESS_TOOLTIP,
} PopoverGtkAccessKind;

/** What it is at the daemon. */
enum popover_source_role popover_gtk_access_role(GtkWidget *widget);
/** What its behavior makes of it. */
PopoverGtkAccessKind popover_gtk_access_kind(PopoverGtkPopover *self);
/** It has a source: both are related, until the end. */
void popover_gtk_access_begin(PopoverGtkPopover *self);
void popover_gtk_access_end(PopoverGtkPopover *self);
/** Its behavior, its title or its source's label is another one. */
void popover_gtk_access_update(PopoverGtkPopover *self);
void popover_gtk_access_set_open(PopoverGtkPopover *self, gboolean is_open);
/** The accessible name of a control, or its description; NULL without one. */
char *popover_gtk_access_label(GtkWidget *widget);
char *popover_gtk_access_help(GtkWidget *widget);

/* ---- What the two versions of GTK do differently ---- */

void popover_gtk_view_class_init(PopoverGtkPopoverClass *klass);
void popover_gtk_view_init(PopoverGtkPopover *self);
/** The source is gone, and the popover goes with it. */
void popover_gtk_view_destroy(PopoverGtkPopover *self);
void popover_gtk_view_dispose(PopoverGtkPopover *self);
void popover_gtk_view_set_content(PopoverGtkPopover *self, GtkWidget *content);
/** Shows it, or moves it if it is shown. */
void popover_gtk_view_place(PopoverGtkPopover *self, const PopoverGtkShape *shape);
void popover_gtk_view_hide(PopoverGtkPopover *self);
/** The focus goes to its content, or back to its source. */
void popover_gtk_view_focus(PopoverGtkPopover *self);
void popover_gtk_view_return_focus(PopoverGtkPopover *self);
/** Its window is the one that gets keys. */
void popover_gtk_view_present(PopoverGtkPopover *self);
/** The focused widget in it; NULL without one. */
GtkWidget *popover_gtk_view_get_focus(PopoverGtkPopover *self);
/** A ring shows where the focus is. */
void popover_gtk_view_show_focus(PopoverGtkPopover *self);
void popover_gtk_view_show_help(GtkWidget *widget);
void popover_gtk_view_set_text_scale(PopoverGtkPopover *self, double scale);
/** Keeps keys from the window while its display's keyboard is another client's. */
void popover_gtk_view_guard(GtkWidget *window, PopoverGtkTracker *tracker);
void popover_gtk_view_unguard(GtkWidget *window, PopoverGtkTracker *tracker);
/** What guards the tracker's window. */
gpointer *popover_gtk_tracker_guards(PopoverGtkTracker *self);
/** Does what a press of the source does. */
void popover_gtk_view_activate(GtkWidget *source);
/** The outline of the shape, relative to `x` and `y`. */
/** Draws the edge of a window with that shape, which has no shadow. */
void popover_gtk_shape_outline(const PopoverGtkShape *shape, GtkStyleContext *style, cairo_t *context,
                               double x, double y);
void popover_gtk_shape_path(const PopoverGtkShape *shape, cairo_t *context, double x, double y);
/** What is within that outline, in an area of this size. */
cairo_region_t *popover_gtk_shape_region(const PopoverGtkShape *shape, double x, double y, int width,
                                         int height);
#if GTK_CHECK_VERSION(4, 0, 0)
/** Without a compositor what is transparent would be black: it is no part of the window then. */
void popover_gtk_native_shape(GtkNative *native, const PopoverGtkShape *shape, double x, double y);
#endif
