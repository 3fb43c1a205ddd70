// SPDX-License-Identifier: MIT
// What people have set for themselves on the page's display: for style sheets at the root element, for
// scripts as the event `settings`. The page follows it in its own way.

// What a display says of the people in front of it, and what it says if they have set nothing.
const DEFAULTS = {
  textScale: 1, contrast: "normal", reducedMotion: false, language: undefined, direction: undefined,
  speech: false };
const PERSONAL = [...Object.keys(DEFAULTS), "slowPressMs", "reach"];
const SCALE = "--popover-text-scale";
const DATA = ["popoverContrast", "popoverReducedMotion", "popoverSpeech", "popoverLanguage",
  "popoverDirection"];

export class Settings {
  current = { ...DEFAULTS };

  // With `isLocalized`, the document says the language of these settings.
  constructor(page, isLocalized) { Object.assign(this, { page, isLocalized }); }

  // A display's description tells all of them.
  update(description) {
    const told = Object.keys(DEFAULTS).map((name) => [name, description[name] ?? DEFAULTS[name]]);
    const current = Object.fromEntries(told);
    const isSame = this.description && told.every(([name, value]) => this.current[name] === value);
    Object.assign(this, { description, current });
    if (isSame) return;
    this.show();
    this.page.announce("settings", current);
    this.page.markup.resize();
  }

  show() {
    const { documentElement: root } = document;
    const { textScale, contrast, reducedMotion, speech, language, direction } = this.current;
    root.style.setProperty(SCALE, textScale);
    const values = [contrast, reducedMotion && "", speech && "", language, direction];
    DATA.forEach((name, index) => {
      if (values[index] === false || values[index] === undefined) delete root.dataset[name];
      else root.dataset[name] = values[index];
    });
    if (!this.isLocalized) return;
    this.own ??= { lang: root.lang, dir: root.dir };
    root.lang = language ?? this.own.lang;
    root.dir = direction ?? this.own.dir;
  }

  // All personal settings, some of them changed; none without any change. What is the display's own stays so.
  personal(changes) {
    const names = Object.keys(changes).length ? PERSONAL : [];
    return Object.fromEntries(names.map((name) => [name, { ...this.description?.personal, ...changes }[name]]));
  }

  end() {
    const { documentElement: root } = document;
    root.style.removeProperty(SCALE);
    for (const name of DATA) delete root.dataset[name];
    if (this.own) Object.assign(root, this.own);
  }
}
