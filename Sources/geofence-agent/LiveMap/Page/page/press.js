// What somebody presses stays there until they let go: the click on what is replaced meanwhile would be lost.

// How long after a finger has gone its click may still come, in ms.
const tapTime = 400;

let pressed = null;
let timer = 0;
// What is to be shown in an element then.
const held = new Map();

function press(target) {
  clearTimeout(timer);
  pressed = target.closest?.("button") ?? null;
}

function letGo(after = 0) {
  clearTimeout(timer);
  timer = setTimeout(release, after);
}

function release() {
  pressed = null;
  const all = [...held.values()];
  held.clear();
  for (const show of all) show();
}

addEventListener("pointerdown", (event) => { if (event.isPrimary && event.button === 0) press(event.target); }, true);
// The click of a mouse and of a key comes with it.
addEventListener("pointerup", (event) => { if (event.isPrimary) letGo(event.pointerType === "mouse" ? 0 : tapTime); }, true);
addEventListener("keydown", ({ key, target }) => { if (key === " ") press(target); }, true);
addEventListener("keyup", ({ key }) => { if (key === " ") letGo(); }, true);
for (const name of ["click", "pointercancel", "contextmenu"]) addEventListener(name, () => letGo(), true);
// Only that of the window comes here.
addEventListener("blur", () => letGo());

// `show` replaces what an element holds, by what is known when it is called.
export function unlessPressed(element, show) {
  if (element.contains(pressed)) held.set(element, show); else show();
}
