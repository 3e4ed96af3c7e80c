// The networks of a fence: names that are typed, and those that devices have been on lately to choose from.
import { h, words } from "./text.js";

const most = 30;

// The agent writes addresses without colons.
const plain = (name) => (name.startsWith("bssid:") ? name.replace(/[:-]/g, "").toLowerCase() : name);

// What can't stand in a list with commas between.
const isOdd = (name) => name.includes(",") || name !== name.trim();

// `heard` are { ssid, bssid }, the newest first; `changed` is called when one was chosen or taken away.
export function networkFields(draft, heard, changed) {
  const odd = draft.wifi.filter(isOdd);
  const input = h("input", { name: "wifi", autocomplete: "off", spellcheck: "false", placeholder: words.networksHint, value: draft.wifi.filter((name) => !isOdd(name)).join(", "),
    oninput: () => { draft.wifi = [...odd, ...input.value.split(",").map((name) => name.trim()).filter(Boolean)]; } });
  const add = (name) => h("button", { type: "button", onclick: () => { draft.wifi.push(name); changed(); } }, name);
  const chosen = new Set(draft.wifi.map(plain));
  const free = (names) => [...new Set(names)].filter((name) => !chosen.has(plain(name))).slice(0, most);
  const names = free(heard.map((one) => one.ssid).filter(Boolean));
  const points = free(heard.filter((one) => one.bssid).map((one) => `bssid:${one.bssid}`));
  const nameOf = new Map(heard.map((one) => [`bssid:${one.bssid}`, one.ssid || ""]));
  return h("div", {}, h("label", {}, words.networks, input),
    odd.length ? h("div", { class: "chips" }, ...odd.map((name) => h("button", { type: "button", "aria-label": `${words.remove} ${name}`, onclick: () => { draft.wifi = draft.wifi.filter((one) => one !== name); changed(); } }, `${name} ✕`))) : null,
    names.length ? h("div", { class: "chips", role: "group", "aria-label": words.heard }, words.heard, " ", ...names.map(add)) : null,
    points.length ? h("details", { class: "points" }, h("summary", {}, words.accessPoints),
      h("ul", { class: "chips" }, ...points.map((point) => h("li", {}, add(point), ` ${nameOf.get(point)}`)))) : null);
}
