# SPDX-License-Identifier: MIT
"""What a page says of its controls: names as the browser computes them, help, kinds, and what is private."""

import unittest

from counter_page import CounterPage

# A control in HTML, then its name, its help and its kind as the daemon gets them.
CONTROLS = (
    ("<button>Buy\n   now</button>", "Buy now", None, None),
    ("<button><span aria-hidden='true'>+</span><b>M</b>ore</button>", "More", None, None),
    ("<button>One<div>two</div></button>", "One two", None, None),
    ("<button><img src='data:,' alt='Basket'> (2)</button>", "Basket (2)", None, None),
    ("<button><svg role='img' aria-label='Help'></svg></button>", "Help", None, None),
    ("<button aria-label='Close' title='Ends it'>x</button>", "Close", "Ends it", None),
    ("<button aria-labelledby='a1 a2'>x</button><i id=a1>Ticket</i><i id=a2>to Lakeside</i>",
     "Ticket to Lakeside", None, None),
    ("<button title='Settings'></button>", "Settings", None, None),
    ("<button aria-describedby='a3' title='x'>Pay</button><i id=a3>By card only</i>", "Pay", "By card only",
     None),
    ("<button aria-description='By card only'>Pay</button>", "Pay", "By card only", None),
    ("<input type=button value='Send'>", "Send", None, None),
    ("<input type=image alt='Print' src='data:,'>", "Print", None, None),
    ("<a href='#'>Terms</a>", "Terms", None, "link"),
    ("<div role=link tabindex=0>Terms</div>", "Terms", None, "link"),
    ("<label>Gift <input type=checkbox></label>", "Gift", None, "checkbox"),
    ("<input type=radio id=a4><label for=a4>Second class</label>", "Second class", None, "radio"),
    ("<button role=switch aria-checked=true>Sound</button>", "Sound", None, "switch"),
    ("<div role=tablist><button role=tab>Today</button></div>", "Today", None, "tab"),
    ("<label>Name <input value='Ada'></label>", "Name", None, "field"),
    ("<input placeholder='Where to?'>", "Where to?", None, "field"),
    ("<label>Card <select><option>25<option>50</select></label>", "Card", None, "field"),
    ("<label>Text <textarea>secret</textarea></label>", "Text", None, "field"),
    ("<textarea title='Remark'>secret</textarea>", "Remark", None, "field"),
    ("<button aria-haspopup=menu>Options</button>", "Options", None, "menu"),
    ("<ul role=listbox aria-label=x><li role=option>Lakeside</li></ul>", "Lakeside", None, "list-item"),
)
FIND = "button, input, a, select, textarea, [role=link], [role=option]"


class NameTests(CounterPage):
    def setUp(self):
        super().setUp()
        self.value("""void (globalThis.set = [], globalThis.tell = page.tell, 
            page.tell = (method, params) => {
          if (method === 'source.set') set.push(params);
          return tell.call(page, method, params); })""")

    def told(self, html):
        """What the daemon is told of the control in some HTML; and the name that the browser computes."""
        self.value(f"""(set.length = 0, page.told.delete('spot'), document.getElementById('spot')?.remove(),
            document.querySelector('main').insertAdjacentHTML('beforeend', `<div id=spot>{html}</div>`),
            spot.querySelector('{FIND}').dataset.popoverSource = 'spot', true)""")
        told = self.wait_for("set.findLast(({ source }) => source === 'spot')")
        element = self.browser.element("[data-popover-source=spot]")
        return told, self.browser.ask("GET", f"{element}/computedlabel")

    def test_names_are_those_of_the_browser(self):
        for html, name, helped, role in CONTROLS:
            with self.subTest(html):
                told, computed = self.told(html)
                self.assertEqual(computed, name)
                self.assertEqual([told.get(it) for it in ("label", "help", "role")], [name, helped, role])

    def test_what_is_disabled_or_private_is_told(self):
        told, _ = self.told("<button>Buy</button>")
        self.assertEqual((told["disabled"], told["private"]), (None, None))
        for html in ("<button disabled>Buy</button>", "<button aria-disabled=true>Buy</button>",
                     "<fieldset disabled><button>Buy</button></fieldset>"):
            self.assertIs(self.told(html)[0]["disabled"], True, html)
        self.assertIs(self.told("<button data-popover-private>Dr. Lovelace</button>")[0]["private"], True)

    def test_changes_are_told(self):
        self.told("<button>Buy</button>")
        self.value("void (set.length = 0, spot.firstChild.textContent = 'Sold out',"
                   " spot.firstChild.disabled = true)")
        told = self.wait_for("set.find(({ source }) => source === 'spot')")
        self.assertEqual((told["label"], told["disabled"]), ("Sold out", True))

    def test_a_name_that_is_too_long_is_cut(self):
        told, _ = self.told("<button>" + "€" * 5000 + "</button>")
        self.assertEqual(told["label"], "€" * 1024)
        self.until(lambda: any(
            it["source"] == "spot" for it in self.hall.call("look", "status", {})["result"]["sources"]), "it")


if __name__ == "__main__":
    unittest.main()
