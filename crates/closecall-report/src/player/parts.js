// Parts that pages are made of: buttons, toggles, choices.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Partial<HTMLElementTagNameMap[K]>} [properties]
 * @returns {HTMLElementTagNameMap[K]}
 */
const make = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);

/**
 * A button. After a click with the pointer it lets go of the keys: space plays on.
 * @param {string} id @param {string} textContent @param {string} title
 * @param {(made: HTMLButtonElement) => void} act
 */
function button(id, textContent, title, act) {
  const made = make("button", { id, type: "button", textContent, title });
  made.addEventListener("click", (event) => {
    act(made);
    if (event.detail > 0) made.blur();
  });
  return made;
}

/**
 * A button that stays pressed.
 * @param {(string | Node) | (string | Node)[]} content @param {string} title @param {boolean} isOn
 * @param {(on: boolean) => void} act
 */
function toggle(content, title, isOn, act) {
  const made = make("button", { type: "button", title });
  made.append(...[content].flat());
  made.setAttribute("aria-pressed", String(isOn));
  made.addEventListener("click", () => {
    const on = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", String(on));
    act(on);
  });
  return made;
}

/**
 * A choice among some.
 * @param {string} id @param {string} label @param {[string, string][]} options values and words
 * @param {(value: string) => void} act
 */
function choice(id, label, options, act) {
  const made = make("select", { id, title: label });
  made.setAttribute("aria-label", label);
  made.append(...options.map(([value, textContent]) => make("option", { value, textContent })));
  made.addEventListener("change", () => act(made.value));
  return made;
}

/** @param {string[]} colours */
function swatch(colours) {
  const made = make("i");
  const share = (/** @type {number} */ k) => (100 * k) / colours.length;
  const stripes = colours.map((colour, k) => `${colour} ${share(k)}% ${share(k + 1)}%`);
  made.style.background =
    colours.length > 1 ? `linear-gradient(90deg, ${stripes.join(", ")})` : colours[0];
  return made;
}

/** Copies a text, and says so on the button. @param {string} text @param {HTMLElement} told */
async function copy(text, told) {
  const words = told.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages that are opened from a file may not use the clipboard.
    const area = make("textarea", { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  window.closecall.copied = text;
  told.textContent = "copied";
  setTimeout(() => (told.textContent = words), 1200);
}
