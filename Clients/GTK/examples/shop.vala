// SPDX-License-Identifier: MIT
// An order in a popover, which comes back with what was typed; for GTK 4.

async void open_order (PopoverGtk.Popover popover) {
    try {
        yield popover.open_async (null);
        print ("open\n");
    } catch (Error error) {
        printerr ("%s\n", error.message);
    }
}

void main (string[] arguments) {
    var client = new PopoverGtk.Client ("shop");
    client.connect_failed.connect ((error) => printerr ("%s\n", error.message));
    var app = new Gtk.Application ("org.example.Shop", ApplicationFlags.NON_UNIQUE);
    app.activate.connect (() => {
        var button = new Gtk.Button.with_label ("Order") {
            name = "order", halign = CENTER, valign = CENTER };
        var window = new Gtk.ApplicationWindow (app) {
            title = "Shop", default_width = 800, default_height = 600, child = button };
        var popover = new PopoverGtk.Popover (client, button) {
            key = "order-7", content_width = 320, content_height = 120,
            content = new Gtk.Entry () {
                name = "customer", placeholder_text = "Your name", margin_start = 16, margin_end = 16,
                valign = CENTER } };
        popover.ended.connect ((reason) => print ("ended: %s\n", reason));
        button.clicked.connect (() => open_order.begin (popover));
        window.present ();
    });
    app.run (arguments);
}
