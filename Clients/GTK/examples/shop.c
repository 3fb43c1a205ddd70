/* SPDX-License-Identifier: MIT */
/* An order in a popover, which comes back with what was typed; for GTK 3 or GTK 4. */

#include <popover-gtk.h>

static void opened(GObject *popover, GAsyncResult *result, gpointer data)
{
    GError *error = NULL;
    if (popover_gtk_popover_open_finish(POPOVER_GTK_POPOVER(popover), result, &error)) {
        g_print("open\n");
        return;
    }
    g_printerr("%s\n", error->message);
    g_error_free(error);
}

static void clicked(GtkButton *button, PopoverGtkPopover *popover)
{
    popover_gtk_popover_open_async(popover, NULL, opened, NULL);
}

static void ended(PopoverGtkPopover *popover, const char *reason)
{
    g_print("ended: %s\n", reason);
}

static void connect_failed(PopoverGtkClient *client, GError *error)
{
    g_printerr("%s\n", error->message);
}

static GtkWidget *order(void)
{
    GtkWidget *entry = gtk_entry_new();
    gtk_widget_set_name(entry, "customer");
    gtk_entry_set_placeholder_text(GTK_ENTRY(entry), "Your name");
    gtk_widget_set_margin_start(entry, 16);
    gtk_widget_set_margin_end(entry, 16);
    gtk_widget_set_valign(entry, GTK_ALIGN_CENTER);
    return entry;
}

static void activate(GtkApplication *application, PopoverGtkClient *client)
{
    GtkWidget *window = gtk_application_window_new(application);
    GtkWidget *button = gtk_button_new_with_label("Order");
    gtk_widget_set_name(button, "order");
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_window_set_title(GTK_WINDOW(window), "Shop");
    gtk_window_set_default_size(GTK_WINDOW(window), 800, 600);

    /* The button owns the popover. */
    PopoverGtkPopover *popover = popover_gtk_popover_new(client, button);
    g_object_set(popover, "key", "order-7", "content-width", 320, "content-height", 120, NULL);
    popover_gtk_popover_set_content(popover, order());
    g_signal_connect(popover, "ended", G_CALLBACK(ended), NULL);
    g_signal_connect(button, "clicked", G_CALLBACK(clicked), popover);

#if GTK_CHECK_VERSION(4, 0, 0)
    gtk_window_set_child(GTK_WINDOW(window), button);
    gtk_window_present(GTK_WINDOW(window));
#else
    gtk_container_add(GTK_CONTAINER(window), button);
    gtk_widget_show_all(window);
#endif
}

int main(int argc, char **argv)
{
    GtkApplication *application = gtk_application_new("org.example.Shop", G_APPLICATION_NON_UNIQUE);
    PopoverGtkClient *client = popover_gtk_client_new("shop");
    g_signal_connect(client, "connect-failed", G_CALLBACK(connect_failed), NULL);
    g_signal_connect(application, "activate", G_CALLBACK(activate), client);
    int status = g_application_run(G_APPLICATION(application), argc, argv);
    g_object_unref(client);
    g_object_unref(application);
    return status;
}
