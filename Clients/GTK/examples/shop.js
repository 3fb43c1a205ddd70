#!/usr/bin/gjs -m
// SPDX-License-Identifier: MIT
// An order in a popover, which comes back with what was typed; for GTK 4.

import Gio from "gi://Gio";
import Gtk from "gi://Gtk?version=4.0";
import PopoverGtk from "gi://PopoverGtk?version=4.0";

Gio._promisify(PopoverGtk.Popover.prototype, "open_async", "open_finish");

const client = new PopoverGtk.Client({ app: "shop" });
client.connect("connect-failed", (_, error) => printerr(error.message));

const app = new Gtk.Application({
  application_id: "org.example.Shop", flags: Gio.ApplicationFlags.NON_UNIQUE });
app.connect("activate", () => {
  const button = new Gtk.Button({
    label: "Order", name: "order", halign: Gtk.Align.CENTER, valign: Gtk.Align.CENTER });
  const window = new Gtk.ApplicationWindow({
    application: app, title: "Shop", default_width: 800, default_height: 600, child: button });
  const popover = new PopoverGtk.Popover({
    client, source: button, key: "order-7", content_width: 320, content_height: 120,
    content: new Gtk.Entry({
      name: "customer", placeholder_text: "Your name", margin_start: 16, margin_end: 16,
      valign: Gtk.Align.CENTER }) });
  popover.connect("ended", (_, reason) => print(`ended: ${reason}`));
  button.connect("clicked", async () => {
    try {
      await popover.open_async(null);
      print("open");
    } catch (error) {
      printerr(error.message);
    }
  });
  window.present();
});
app.run([]);
