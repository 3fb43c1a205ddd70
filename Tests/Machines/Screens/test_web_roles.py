# SPDX-License-Identifier: MIT
"""Popovers of a page have a role, a name and a state, which go with them; what the page has set stays."""

import unittest

from counter_page import CounterPage

EXPANDED, COLLAPSED = {"aria-expanded": "true"}, {"aria-expanded": "false"}


class RoleTests(CounterPage):
    query = "&shell"

    def test_a_menu_holds_items_and_is_named_by_its_button(self):
        button = {"aria-haspopup": "menu"}
        self.wait_for("more.ariaExpanded")
        self.assertEqual(self.attributes("more"), button | COLLAPSED)
        self.open("more", "options")
        self.assertEqual(self.attributes("options"), {"role": "menu", "aria-label": "More"})
        self.assertEqual(self.attributes("more"), button | EXPANDED | {"aria-controls": "options"})
        for item, name in (("first", "Print"), ("terms", "Terms")):
            self.assertEqual(self.spoken(item), ["menuitem", name])
        self.assertEqual(self.value("first.parentElement.role"), "none")
        self.assertEqual(self.spoken("options"), ["menu", "More"])
        self.close()
        self.assertEqual(self.attributes("options"), {})
        self.assertEqual(self.attributes("first"), {})
        self.assertEqual(self.attributes("more"), button | COLLAPSED)

    def test_a_menu_with_other_things_is_a_dialog_named_by_its_heading(self):
        self.open("sort", "sorting")
        self.assertEqual(self.spoken("sorting"), ["dialog", "Sort by"])
        self.assertEqual(self.value("sorting.ariaModal"), "true")
        self.assertEqual(self.value("sort.ariaHasPopup"), "dialog")
        self.assertEqual(self.attributes("sorted"), {})
        self.close()
        self.assertEqual(self.value("sorting.querySelector('h2').id"), "")

    def test_a_menu_that_is_filled_later_has_its_items(self):
        self.open("more", "options")
        self.value("void options.insertAdjacentHTML('beforeend', '<li><button id=save>Save</button>')")
        self.wait_for("options.querySelector('#save').role === 'menuitem'")
        self.value("void options.insertAdjacentHTML('beforeend', '<li>Until nine<input aria-label=At>')")
        self.wait_for("options.role === 'dialog'")
        self.assertEqual(self.value("[first.role, first.parentElement.role]"), [None, None])

    def test_a_selection_is_a_list_and_its_control_remembers_it(self):
        self.assertEqual(self.attributes("class"), {"aria-describedby": "about"})
        self.show("behavior: 'selection', element: classes, source: 'class', title: 'Class of travel'")
        self.assertEqual(self.spoken("classes"), ["listbox", "Class of travel"])
        self.assertEqual(self.value("[...classes.children].map((it) => it.role)"), ["option", "option"])
        shown = {"aria-describedby": "about", "aria-haspopup": "listbox"}
        self.assertEqual(self.attributes("class"), shown | EXPANDED | {"aria-controls": "classes"})
        self.close()
        self.assertEqual(self.attributes("class"), shown | COLLAPSED)

    def test_switches_in_a_selection_are_no_options(self):
        self.value("void classes.children[0].setAttribute('aria-pressed', 'true')")
        self.show("behavior: 'selection', element: classes, source: 'class'")
        self.assertEqual(self.spoken("classes"), ["dialog", "Class"])

    def test_a_hint_describes_its_control(self):
        self.value("void help.focus()")
        self.show("behavior: 'hint', element: hint, source: help")
        self.assertEqual(self.value("hint.role"), "tooltip")
        self.assertEqual(self.attributes("help"), {"aria-describedby": "hint"})
        self.assertEqual(self.value("[document.activeElement.id, page.inert.length]"), ["help", 0])
        self.close()
        self.assertEqual(self.attributes("help"), {})

    def test_what_the_page_has_set_stays(self):
        self.value("(options.role = 'group', options.ariaLabel = 'Ours', more.ariaExpanded = 'undefined',"
                   "more.setAttribute('aria-controls', 'about'), first.role = 'button', true)")
        self.open("more", "options")
        self.assertEqual(self.attributes("options"), {"role": "group", "aria-label": "Ours"})
        expected = {"aria-expanded": "undefined", "aria-controls": "about"}
        self.assertEqual(self.attributes("more"), expected)
        # What the page changes while it is open is the page's from then on.
        self.value("void (options.role = 'region')")
        self.close()
        self.assertEqual(self.attributes("options"), {"role": "region", "aria-label": "Ours"})
        self.assertEqual(self.attributes("more"), expected)

    def test_a_form_stays_a_form_with_a_name(self):
        self.value("(traveler.outerHTML = traveler.outerHTML.replaceAll('div', 'form'), true)")
        self.open("who", "traveler")
        self.assertEqual(self.spoken("traveler"), ["form", "Who travels"])
        self.assertEqual(self.attributes("who"), EXPANDED | {"aria-controls": "traveler"})

    def test_what_can_be_used_beside_a_popover_makes_it_no_modal(self):
        self.show("behavior: 'inspector', element: classes, source: 'class', passthrough: [help]")
        self.assertEqual(self.attributes("classes"), {"role": "dialog", "aria-label": "Class"})

    def test_without_a_source_it_is_named_by_its_page(self):
        self.show("behavior: 'task', element: classes, anchor: { x: 20, y: 20, width: 40, height: 40 }")
        self.assertEqual(self.spoken("classes"), ["dialog", "A counter"])

    def test_an_alert_has_its_title_and_its_message(self):
        self.raise_alert(message="Call the attendant")
        self.assertEqual(self.spoken("alert"), ["alertdialog", "The paper is out"])
        self.assertEqual(
            self.value("document.getElementById(alert.getAttribute('aria-describedby')).textContent"),
            "Call the attendant")
        self.value("(alert.hidePopover(), page.request('alert.answer', { alert: 'a1', button: 'later' }))")
        self.assertEqual(self.attributes("alert"), {})

    def test_nothing_of_it_is_left_after_the_end(self):
        self.show("behavior: 'selection', element: classes, source: 'class'")
        self.close()
        self.open("sort", "sorting")
        self.assertNotEqual(self.value("document.querySelectorAll('[aria-expanded]').length"), 0)
        self.value("page.close()")
        left = self.value("""[...document.querySelectorAll('main *, [data-popover-live]')].filter((it) =>
          it.role || it.inert || it.ariaLabel !== (it === traveler ? 'Who travels' : null) || it.ariaModal
          || it.ariaExpanded || it.ariaHasPopup || it.id.startsWith('popoverd-')
          || it.hasAttribute('data-popover-live') || it.hasAttribute('aria-labelledby')
          || it.hasAttribute('aria-controls')).map((it) => it.outerHTML)""")
        self.assertEqual(left, [])


if __name__ == "__main__":
    unittest.main()
