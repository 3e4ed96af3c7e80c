// Dialogs that few need: the keys, signing in, and what a narrow bar has no room for.
import { h, words } from "./text.js";

export function showHelp(dialog, keys) {
  const rows = [["/", "search"], ["j k", "next, the one before"], ["Enter", "choose"], ["f", "follow"], ["w", "why"], ["h", "history"], ["l", "layers"], ["Space", "play"], ["← →", "position; with Shift event"], ["n e", "new, edit"], ["Home", "show everything"], ["d", "day or night"], ["Esc", "close"], ["?", "this"]];
  const drawing = [["n", "new: then a name, Tab to the map"], ["← ↑ ↓ →", "move the map below the crosshair by 10 px; with Shift 100"], ["Enter", "add what is below the crosshair"], ["Tab", "corners, the middle, the rim, To the form"], ["← ↑ ↓ →", "there: move it by 1 px; with Shift 10"], ["Enter", "between two corners: a new one"], ["Delete", "removes a corner, or a stop"], ["Alt ↑ ↓", "in the list of stops: another order"], ["Esc", "leaves all as it was"]];
  const list = (rows) => h("ul", { class: "keys" }, ...rows.map(([key, what]) => h("li", {}, h("kbd", {}, key), ` ${what}`)));
  const toggle = h("input", { type: "checkbox", onchange: (event) => keys.use(event.target.checked) });
  toggle.checked = keys.areOn;
  dialog.replaceChildren(h("h2", {}, "Keys"), list(rows), h("h3", {}, "Drawing without a mouse"), list(drawing),
    h("label", {}, toggle, " single letters"), h("form", { method: "dialog" }, h("button", {}, words.close)));
  dialog.showModal();
}

export function showSignIn(dialog, done) {
  const input = h("input", { type: "password", autocomplete: "current-password", required: true, "aria-label": words.token });
  const problem = h("p", { class: "problem", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      const answer = await fetch("session", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token: input.value }) });
      if (answer.ok) { dialog.close(); return done(); }
      problem.textContent = (await answer.json()).error;
    } catch {
      problem.textContent = words.waiting;
    }
  };
  dialog.replaceChildren(h("h2", {}, words.signIn), h("p", {}, words.signInText), h("form", { onsubmit: submit }, h("label", {}, words.token, input), problem, h("button", {}, words.signIn)));
  if (!dialog.open) dialog.showModal();
  input.focus();
}

// Buttons of the bar that a narrow screen hides: each does what its own does.
export function showMore(dialog, buttons) {
  const act = (button) => () => { dialog.close(); button.click(); };
  dialog.replaceChildren(h("h2", {}, words.more), h("div", { class: "kinds" }, ...buttons.map((button) =>
    h("button", { type: "button", "data-for": button.id, onclick: act(button) }, button.title || button.textContent))), h("form", { method: "dialog" }, h("button", {}, words.close)));
  dialog.showModal();
}
