// What somebody presses stays there until they let go: the click on what is replaced meanwhile would be lost.

let pressed = null;
// What is to be shown in an element then.
const held = new Map();

function press(target) { pressed = target.closest?.("button") ?? null; }

// The click comes first.
function letGo() {
  setTimeout(() => {
    pressed = null;
    const all = [...held.values()];
    held.clear();
    for (const show of all) show();
  });
}

addEventListener("pointerdown", ({ target }) => press(target), true);
for (const name of ["pointerup", "pointercancel", "contextmenu"]) addEventListener(name, letGo, true);
addEventListener("keydown", ({ key, target }) => { if (key === " ") press(target); }, true);
addEventListener("keyup", letGo, true);
// Only that of the window comes here.
addEventListener("blur", letGo);

// `show` replaces what an element holds, by what is known when it is called.
export function unlessPressed(element, show) {
  if (element.contains(pressed)) held.set(element, show); else show();
}
