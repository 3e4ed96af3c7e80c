// The live map: brings what the agent tells, the picture and the lists together.
import { age, h, useUnits, words } from "./text.js";
import { Feed, many } from "./stream.js";
import { LeafletStage, loadLeaflet, PlainStage } from "./stage.js";
import { Drawing } from "./draw.js";
import { devicePart, eventPart, fencePart, Filters, List } from "./list.js";
import { Ticker } from "./ticker.js";
import { hashOf, viewOf } from "./address.js";
import { unlessPressed } from "./press.js";

const find = (id) => document.getElementById(id);
const feed = new Feed();
let stage = null;
let drawing = null;
let [tab, device, fence, itinerary, isFollowed] = ["devices", null, null, null, false];
let [statuses, isOverridden] = [[], false];
let hasFitted = false;
// The stage comes after Leaflet, and so after the first devices.
let haveStage = null;
const staged = new Promise((resolve) => { haveStage = resolve; });
let noteTimer = 0;
// Loaded by those who need them: editors of fences and of stops, itineraries, addresses, the past.
let [editor, stopEditor, routes, search, strip, layers, panel] = [null, null, null, null, null, null, null];
const openEditor = () => [editor, stopEditor].find((one) => one?.isOpen);
const mayEdit = () => feed.about?.role === "edit";

// What a browser may refuse to keep.
const kept = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* for this visit alone, then */ } },
};

const list = new List(find("list"), ({ kind, id }) => {
  if (kind === "events") return flyTo(feed.events.find((event) => event.id === id));
  if (kind === "itineraries") return useRoutes().then(() => choose(null, null, true, id));
  if (kind === "devices") choose(id, null, true); else choose(null, id, true);
});
const filters = new Filters(find("filters"), () => { find("list").scrollTop = 0; showNow(); });
const ticker = new Ticker(find("ticker"), find("voice"), (event) => flyTo(event));
// MARK: what is chosen

function choose(newDevice, newFence, moves = false, newItinerary = null) {
  openEditor()?.close();
  if (newDevice !== device) [statuses, isOverridden, isFollowed] = [[], false, false];
  [device, fence, itinerary] = [newDevice, newFence, newItinerary];
  list.current = current();
  if (drawing) [drawing.chosen, drawing.fence, drawing.points] = [device, fence, []];
  panel?.details?.clear();
  if (device) { askStatus(); useDetails(); }
  if (device || fence) usePanel().then(showPanel);
  // At once: a button that is pressed is one of what was chosen before.
  renewPanel();
  if (moves) goTo();
  layers?.choose();
  if (strip?.isOpen && device && device !== strip.device) strip.open(device);
  show();
  keepPlace();
}

function current() {
  if (itinerary) return { kind: "itineraries", id: itinerary };
  return device ? { kind: "devices", id: device } : fence ? { kind: "fences", id: fence } : null;
}

function goTo() {
  hasFitted = true;
  const at = feed.devices.get(device);
  if (at?.latitude != null) return stage?.show(at.latitude, at.longitude, Math.max(stage.zoom, 14), true);
  if (itinerary) return stage?.fit(feed.itineraries.get(itinerary)?.stops || []);
  // One that is known by WiFi alone is where its fence is.
  const shape = feed.fences.get(fence || at?.inside[0]);
  if (shape) stage?.fit(places(shape));
}

function places(shape) {
  const host = shape.follows ? feed.devices.get(shape.follows) : shape;
  if (shape.radius && host?.latitude != null) {
    const [north, east] = [shape.radius / 111320, shape.radius / 111320 / Math.max(0.02, Math.cos(host.latitude * Math.PI / 180))];
    return [[-1, -1], [1, 1]].map(([a, b]) => ({ latitude: Math.max(-85, Math.min(85, host.latitude + a * north)), longitude: host.longitude + Math.max(-179, Math.min(179, b * east)) }));
  }
  return (shape.outline?.flat() || shape.line || []).map(([longitude, latitude]) => ({ latitude, longitude }));
}

// Where something happened, and the strip of its day at that moment.
async function flyTo(event) {
  if (!event) return;
  if (feed.devices.has(event.device)) choose(event.device, null);
  const go = () => { if (event.latitude != null) stage?.show(event.latitude, event.longitude, Math.max(stage.zoom, 14), true); };
  go();
  drawing?.flash(event.fence);
  if (!feed.about?.history || device !== event.device) return;
  const at = Date.parse(event.time);
  await showHistory(new Date(at).setHours(0, 0, 0, 0), new Date(at).setHours(24, 0, 0, 0), at);
  go();
}

function follow(wanted) {
  isFollowed = wanted && Boolean(device);
  const at = feed.devices.get(device);
  if (isFollowed && at?.latitude != null) stage?.show(at.latitude, at.longitude, Math.max(stage.zoom, 14), true);
  showPanel();
}

let hoveredAt = null;

// What is under the mouse, once a frame.
function hover() {
  const hit = drawing.hit(hoveredAt, true)?.device || null;
  hoveredAt = null;
  if (hit !== drawing.hovered) { drawing.hovered = hit; drawing.soon(); }
}

// Everything that there is, or what the configuration says.
function goHome() {
  const start = feed.about?.start;
  if (start) return stage?.show(start.latitude, start.longitude, start.zoom);
  const all = [...feed.devices.values()].filter((one) => one.latitude != null);
  stage?.fit([...all, ...[...feed.fences.values()].filter((one) => !one.radius || one.radius < 1e6).flatMap(places)].slice(0, 20000));
}

// MARK: what is asked

let askedAt = 0;
let askTimer = 0;

// Where the chosen device stands with each fence: at most once a second.
function askStatus() {
  clearTimeout(askTimer);
  const wait = Math.max(0, askedAt + 1000 - Date.now());
  askTimer = setTimeout(async () => {
    const asked = device;
    if (!asked || document.hidden) return;
    askedAt = Date.now();
    try {
      const answer = await feed.ask("device/status", { device: asked });
      if (asked !== device) return;
      [statuses, isOverridden] = [answer.fences || [], answer.override === true];
      drawing.statuses = new Map(statuses.map((status) => [status.fence, status]));
      drawing.soon();
      showPanel();
    } catch { /* the state of the connection says it */ }
  }, wait);
}

// MARK: what is shown

let showTimer = 0;

// Once for many changes; of very many devices some times a second.
function show() {
  if (showTimer) return;
  const later = feed.devices.size > many ? (body) => setTimeout(body, 250) : requestAnimationFrame;
  showTimer = later(() => { showTimer = 0; showNow(); });
}

const parts = {
  devices: devicePart, fences: fencePart, events: eventPart,
  itineraries: (feed, wanted) => {
    const rows = new Map((routes?.itineraryRows(feed, wanted) || []).map((row) => [row.id, row]));
    return { kind: "itineraries", ids: [...rows.keys()], row: (id) => rows.get(id) };
  },
};

// Whoever searches finds what the list shows first, then all else that is called so.
function showNow() {
  const wanted = find("search").value.trim().toLowerCase();
  const others = wanted ? ["devices", "fences", "itineraries"].filter((name) => name !== tab) : [];
  list.show([parts[tab](feed, wanted, filters.of(tab)), ...others.map((name) => parts[name](feed, wanted))], wanted ? words.empty.found : words.empty[tab]);
  showPanel();
  drawing?.soon();
}

function showPanel() { unlessPressed(find("panel"), renewPanel); }

function renewPanel() {
  if (openEditor()) return;
  if (!itinerary) routes?.panel.hide();
  delete document.body.dataset.band;
  if (itinerary && routes && feed.itineraries.has(itinerary)) return routes.panel.show(feed.itineraries.get(itinerary));
  const at = feed.devices.get(device);
  if (at && (at.inside.length || at.latitude != null || at.wifi)) document.body.dataset.band = at.inside.length ? "inside" : "outside";
  if (at) return panel?.showDevice(at, { isFollowed, statuses, isOverridden });
  if (fence && feed.fences.has(fence)) return panel?.showFence(feed.fences.get(fence));
  panel?.hide();
}

function showState() {
  const isDown = feed.state === "live" && feed.link === "down";
  document.body.dataset.state = isDown ? "down" : feed.state;
  const old = feed.state === "waiting" && feed.lastHeard ? ` (${age(Date.now() - feed.lastHeard)})` : "";
  const live = feed.link === "catching-up" ? words.catchingUp : feed.fleet === "down" ? words.fleetDown : words.live;
  find("link").textContent = isDown ? words.down : feed.state === "live" ? live : (words[feed.state] || feed.state) + old;
  const sign = find("sign");
  sign.hidden = feed.state !== "signedOut" && !feed.about?.signIn;
  const maySignIn = feed.state === "signedOut" || (feed.about?.edit && !mayEdit());
  sign.textContent = feed.state === "signedOut" ? words.signIn : maySignIn ? words.signInToEdit : words.signOut;
  find("add").hidden = !mayEdit();
  sayState();
  if (feed.state === "signedOut") signIn(() => feed.start());
}

let isStateNoted = false;

// What is wrong as a sentence; a page that waits for its second answer says so, too.
function sayState() {
  const text = { full: words.fullText, refused: words.refusedText(feed.problem), waiting: feed.tries > 1 ? words.waitingText(feed.problem) : "" }[feed.state] || "";
  if (text || isStateNoted) note(text, true);
  isStateNoted = Boolean(text);
}

async function signIn(done) {
  const { showSignIn } = await import("./dialogs.js");
  showSignIn(find("dialog"), done);
}

// `action` is a way back, { text, act, time }.
function note(text, stays = false, action = null) {
  clearTimeout(noteTimer);
  const button = action && h("button", { type: "button", onclick: () => { find("note").hidden = true; action.act(); } }, action.text);
  find("note").replaceChildren(text, ...(button ? [" ", button] : []));
  find("note").hidden = !text;
  if (text && !stays) noteTimer = setTimeout(() => { find("note").hidden = true; }, action?.time ?? 8000);
}

// MARK: what the agent tells

feed.addEventListener("about", async () => {
  if (stage) return;
  const about = feed.about;
  useUnits(about.units);
  const hasLeaflet = about.leaflet && await loadLeaflet(about.leaflet);
  stage = hasLeaflet ? new LeafletStage(find("map"), about.tiles, (text) => note(text, true)) : new PlainStage(find("map"));
  document.body.dataset.stage = hasLeaflet ? "leaflet" : "plain";
  drawing = new Drawing(stage, feed);
  haveStage();
  stage.addEventListener("drag", () => { if (isFollowed) follow(false); });
  stage.addEventListener("move", () => keepPlace());
  stage.addEventListener("choose", ({ detail }) => {
    if (openEditor()) return openEditor().click(stage.latitudeAt(detail[1]), stage.longitudeAt(detail[0]));
    const hit = drawing.hit(detail);
    choose(hit?.device || null, hit?.fence || null);
  });
  stage.addEventListener("hover", ({ detail }) => {
    if (!hoveredAt) requestAnimationFrame(hover);
    hoveredAt = detail;
  });
  goBack();
  if (kept.get("layers")) useLayers(false);
  fitOnce();
  showState();
});
feed.addEventListener("state", showState);
feed.addEventListener("whole", () => {
  if (document.body.dataset.whole) renew(true);
  document.body.dataset.whole = "true";
});
feed.addEventListener("devices", () => {
  const at = feed.devices.get(device);
  // What is shown of a device goes with it.
  const isWhole = feed.state === "live" && document.body.dataset.whole;
  if (isWhole && strip?.isOpen && !feed.devices.has(strip.device)) strip.close();
  if (isWhole && device && !at) choose(null, null);
  if (device && at && at.moved !== drawing?.seen) {
    if (drawing) drawing.seen = at.moved;
    askStatus();
    panel?.details?.update(at);
    if (isFollowed && at.latitude != null) stage?.show(at.latitude, at.longitude, stage.zoom, true);
  }
  document.body.dataset.devices = feed.devices.size;
  fitOnce();
  show();
});
feed.addEventListener("fences", () => { document.body.dataset.fences = feed.fences.size; fitOnce(); show(); });
feed.addEventListener("itineraries", async () => {
  document.body.dataset.itineraries = feed.itineraries.size;
  if (feed.itineraries.size) await useRoutes();
  show();
});
feed.addEventListener("event", ({ detail }) => {
  ticker.show(feed, showAllEvents);
  if (feed.now() - Date.parse(detail.confirmed || detail.time) < 10e3) { ticker.speak(detail); drawing?.flash(detail.fence); }
  document.body.dataset.events = feed.events.length;
  show();
});
feed.addEventListener("events", () => {
  ticker.show(feed, showAllEvents);
  document.body.dataset.events = feed.events.length;
  show();
});
feed.addEventListener("gap", fillGap);
// Whose zones are others; what has changed while the page was cut off, nobody says.
feed.addEventListener("zones", ({ detail }) => { if (detail.includes(device)) renew(false); });

// What the agent is asked for, and does not say by itself.
function renew(wasCutOff) {
  layers?.renew();
  panel?.details?.renew(wasCutOff);
}

const since = Date.now();

// Events that were missed come from the history, where it is on: what it has at once, and what it writes some seconds later.
async function fillGap() {
  const from = Math.max(Date.parse(feed.events[0]?.time) - 1000 || 0, since + feed.ahead, feed.now() - 86400e3);
  if (!feed.about?.history) return note(words.gap);
  const { missed } = await import("./past.js");
  const fill = async () => {
    const added = feed.addMissed(await missed(from, feed.now() + 1000).catch(() => []));
    if (added) note(words.gapFilled(added));
  };
  await fill();
  setTimeout(fill, 6000);
}

function showAllEvents() {
  if (document.body.dataset.sheet === "small") document.body.dataset.sheet = "";
  useTab("events", true);
}

// The first view: everything, once both are there or a second has passed. Then only people move the map.
let fitTimer = 0;
function fitOnce() {
  if (hasFitted || !stage || !(feed.devices.size || feed.fences.size)) return;
  clearTimeout(fitTimer);
  fitTimer = setTimeout(() => { if (!hasFitted) { hasFitted = true; goHome(); } }, 150);
}

let placeTimer = 0;
let written = null;
const chosenKey = () => JSON.stringify([tab, device, fence, itinerary]);

// The address follows; what else is chosen is a step that Back undoes.
function keepPlace() {
  clearTimeout(placeTimer);
  placeTimer = setTimeout(() => {
    if (!stage || !hasFitted) return;
    const hash = hashOf({ zoom: stage.zoom, latitude: stage.latitude, longitude: stage.longitude, device, past: strip?.isOpen ? strip.hash : null, tab, fence, itinerary });
    const isStep = written != null && written !== chosenKey();
    written = chosenKey();
    if (isStep) history.pushState(null, "", hash); else history.replaceState(null, "", hash);
  }, 300);
}

// Shows what the address says.
function goBack() {
  const view = viewOf(location.hash, tabs);
  if (view.place) { stage.place(view.place.latitude, view.place.longitude, view.place.zoom); hasFitted = true; }
  if (view.tab !== tab) useTab(view.tab);
  if (view.device || view.fence || view.itinerary || device || fence || itinerary) choose(view.device, view.fence, false, view.itinerary);
  if (view.itinerary) useRoutes().then(show);
  written = chosenKey();
  if (view.past && device) showHistory(...view.past); else if (!view.past && strip?.isOpen) strip.close();
}
addEventListener("popstate", () => { if (stage && !openEditor()) goBack(); });

// MARK: what is loaded when somebody needs it

const editing = (choosing) => ({ note: (text, action) => note(text, false, action), done: (id) => { choosing(id); find("map").focus(); } });

async function fenceEditor() {
  const { Editor } = await import("./edit.js");
  return editor ??= new Editor(find("panel"), stage, drawing, feed, editing((id) => choose(null, id)));
}

async function routeEditor() {
  const { StopEditor } = await import("./stops.js");
  return stopEditor ??= new StopEditor(find("panel"), stage, drawing, feed, editing((id) => choose(null, null, false, id)));
}

async function useRoutes() {
  const { ItineraryPanel, itineraryRows } = await import("./itinerary.js");
  await usePanel();
  if (routes || !drawing) return;
  const acts = { mayEdit, edit: async (id) => (await routeEditor()).edit(id), choose: (id) => choose(id, null, true), note: (text) => note(text) };
  routes = { itineraryRows, panel: new ItineraryPanel(panel, drawing, feed, acts) };
}

async function useSearch() {
  const { AddressSearch } = await import("./search.js");
  if (search || !drawing) return;
  search = new AddressSearch(find("found"), feed, stage, drawing, {
    go: (place) => stage.show(place.latitude, place.longitude, Math.max(stage.zoom, 15), true), offers, note: (text) => note(text),
  });
}

async function usePanel() {
  const { Panel } = await import("./panel.js");
  return (panel ??= new Panel(find("panel"), feed, {
    close: () => choose(null, null), follow: () => follow(!isFollowed), refresh: () => showPanel(), choose: (id) => choose(id, null, true), mayEdit, history: () => showHistory(),
    loadWhy, note: (text) => note(text), loadSwitch: async () => (await import("./details.js")).monitoringSwitch, edit: async (id) => (await fenceEditor()).edit(id),
  }));
}

async function loadWhy() {
  const [{ Why }] = await Promise.all([import("./why.js"), staged]);
  return (panel.why ??= new Why(feed, drawing, { refresh: showPanel, go: lookAt }));
}

async function useDetails() {
  const [{ Details }] = await Promise.all([import("./details.js"), staged, usePanel()]);
  panel.details ??= new Details(feed, drawing, {
    refresh: () => { askStatus(); showPanel(); }, mayEdit, go: lookAt, itinerary: (id) => useRoutes().then(() => choose(null, null, true, id)), note: (text) => note(text), dialog: find("dialog"),
    middle: () => ({ latitude: stage.latitude, longitude: stage.longitude - Math.round(stage.longitude / 360) * 360 }),
  });
  const at = feed.devices.get(device);
  if (at) panel.details.update(at);
}

function lookAt(latitude, longitude) { stage.show(latitude, longitude, Math.max(stage.zoom, 14), true); }

async function useLayers(isShown) {
  const [{ Layers }] = await Promise.all([import("./layers.js"), staged]);
  layers ??= new Layers(feed, stage, drawing, kept);
  if (isShown) layers.show(find("dialog"));
}

// The strip of time of the chosen device; the second time it goes.
async function showHistory(from, to, moment) {
  const [{ Strip }] = await Promise.all([import("./history.js"), staged]);
  const wanted = device || (strip?.isOpen ? strip.device : list.at(0)?.id);
  if ((tab !== "devices" && !device) || !wanted) return;
  strip ??= new Strip(find("strip"), stage, drawing, feed, { changed: () => { if (!strip?.isPlaying) keepPlace(); }, closed: () => { keepPlace(); find("map").focus(); } });
  if (strip.isOpen && strip.device === wanted && from == null) return strip.close();
  if (!device) choose(wanted, null);
  await strip.open(wanted, from, to, moment);
  if (from == null) strip.play.focus();
}

// What can be made of a place that was searched for.
function offers(place) {
  if (!mayEdit()) return [];
  const button = (name, text, act) => h("button", { type: "button", name, onclick: () => { search.clear(); act(); } }, text);
  if (stopEditor?.isOpen) return [button("add-stop", words.addStop, () => { if (stopEditor.isOpen) stopEditor.click(place.latitude, place.longitude, place.label); })];
  return [button("fence-here", words.fenceHere, async () => {
    choose(null, null);
    const opened = await fenceEditor();
    opened.begin("circle");
    opened.click(place.latitude, place.longitude);
  })];
}

// MARK: what people do

async function useTab(name, focus = false) {
  tab = name;
  for (const one of tabs) {
    const button = find(`tab-${one}`);
    button.setAttribute("aria-selected", `${one === name}`);
    button.tabIndex = one === name ? 0 : -1;
    if (one === name && focus) button.focus();
  }
  find("list").setAttribute("aria-labelledby", `tab-${name}`);
  list.current = current();
  find("list").scrollTop = 0;
  filters.show(name);
  keepPlace();
  if (name === "itineraries") await useRoutes();
  show();
}

const tabs = ["devices", "fences", "itineraries", "events"];
for (const name of tabs) find(`tab-${name}`).addEventListener("click", () => useTab(name));
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step) useTab(tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length], true);
});
find("search").addEventListener("input", async () => {
  show();
  await useSearch();
  search?.typed(find("search").value);
});
find("search").addEventListener("keydown", async (event) => {
  if (event.key !== "Enter") return;
  showNow();
  const first = list.at(0);
  if (first) return list.choose(first);
  await useSearch();
  if (!feed.about?.geocoding && find("found").hidden) return note(words.noGeocoding, true);
  search?.ask(find("search").value);
});
find("layers").addEventListener("click", () => useLayers(true));
find("home").addEventListener("click", goHome);
find("sheet").addEventListener("click", () => {
  const sizes = ["", "large", "small"];
  document.body.dataset.sheet = sizes[(sizes.indexOf(document.body.dataset.sheet || "") + 1) % sizes.length];
});
find("sign").addEventListener("click", async () => {
  if (feed.state === "signedOut") return signIn(() => feed.start());
  if (feed.about?.edit && !mayEdit()) return signIn(() => location.reload());
  await fetch("session", { method: "DELETE", headers: { "Content-Type": "application/json" } });
  location.reload();
});

const dark = matchMedia("(prefers-color-scheme: dark)");
function useTheme(name) {
  document.documentElement.dataset.theme = name || (dark.matches ? "dark" : "light");
  drawing?.theme();
  strip?.refresh();
}
dark.addEventListener("change", () => { if (!kept.get("theme")) useTheme(); });
function switchTheme() {
  kept.set("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  useTheme(kept.get("theme") || (document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
}
find("theme").addEventListener("click", switchTheme);
useTheme(kept.get("theme"));

// A new fence: which kind, then the form.
function add() {
  if (!stage || !mayEdit()) return;
  const kinds = ["circle", "polygon", "corridor", "wifi", "itinerary"];
  const begin = async (kind) => (kind === "itinerary" ? (await routeEditor()).begin() : (await fenceEditor()).begin(kind));
  find("dialog").replaceChildren(h("h2", {}, words.add), h("div", { class: "kinds" }, ...kinds.map((kind) => h("button", {
    type: "button", "data-kind": kind, onclick: () => { find("dialog").close(); choose(null, null); begin(kind); },
  }, words.newFence[kind]))), h("form", { method: "dialog" }, h("button", {}, words.cancel)));
  find("dialog").showModal();
}
find("add").addEventListener("click", add);

// Single letters can be switched off (WCAG 2.1.4).
const keys = { get areOn() { return kept.get("keys") !== "off"; }, use(isOn) { kept.set("keys", isOn ? "on" : "off"); } };
async function help() {
  const { showHelp } = await import("./dialogs.js");
  showHelp(find("dialog"), keys);
}
find("help").addEventListener("click", help);
find("more").addEventListener("click", async () => {
  const { showMore } = await import("./dialogs.js");
  showMore(find("dialog"), ["sign", "theme", "help"].map(find).filter((one) => !one.hidden));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || find("dialog").open) return;
  if (event.key === "Escape") {
    if (document.activeElement === find("search")) find("search").blur(); else if (openEditor()) openEditor().close(); else if (device || fence || itinerary) choose(null, null); else strip?.close();
    return;
  }
  if (!openEditor() && strip?.key(event)) return event.preventDefault();
  if (event.target.matches("input, textarea, select") || openEditor()) return;
  const acts = {
    Home: goHome, "/": () => find("search").focus(), "?": help, j: () => list.step(1), k: () => list.step(-1),
    f: () => follow(!isFollowed), w: () => panel?.askWhy(), h: () => showHistory(), l: () => useLayers(true), d: switchTheme, n: add, e: async () => { if (mayEdit() && (fence || itinerary)) (await (fence ? fenceEditor() : routeEditor())).edit(fence || itinerary); },
    Enter: () => { if (!event.target.closest("button") && list.current) list.choose(list.current); },
  };
  const act = acts[event.key];
  if (!act || (event.key.length === 1 && !keys.areOn)) return;
  if (event.key !== "Enter") event.preventDefault();
  act();
});

setInterval(() => { if (feed.state === "waiting") showState(); show(); }, 10e3);
// The demonstration prints an address that signs in; what does is taken off at once.
async function signInByAddress() {
  const token = /^#edit=(\w+)$/.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(null, "", location.pathname);
  try {
    await fetch("session", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) });
  } catch { /* the state of the connection says it */ }
}

showState();
filters.show(tab);
show();
signInByAddress().then(() => feed.start());
