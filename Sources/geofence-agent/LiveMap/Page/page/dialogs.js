// Dialogs that few need: the keys, and signing in.
import { h, words } from "./text.js";

export function showHelp(dialog, keys) {
  const rows = [["/", "search"], ["j k", "next, the one before"], ["Enter", "choose"], ["f", "follow"], ["w", "why"], ["h", "history"], ["l", "layers"], ["Space", "play"], ["← →", "position; with Shift event"], ["n e", "new, edit"], ["Home", "show everything"], ["d", "day or night"], ["Esc", "close"], ["?", "this"]];
  const toggle = h("input", { type: "checkbox", onchange: (event) => keys.use(event.target.checked) });
  toggle.checked = keys.areOn;
  dialog.replaceChildren(h("h2", {}, "Keys"), h("ul", { class: "keys" }, ...rows.map(([key, what]) => h("li", {}, h("kbd", {}, key), ` ${what}`))),
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
