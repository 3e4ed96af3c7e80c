// Words, numbers and times: what the page says is in a table, and in that of more-words.js for what is loaded later; all that others say is text.

export const words = {
  live: "live", connecting: "connecting …", waiting: "no answer, trying again", signedOut: "signed out",
  full: "too many viewers", refused: "refused, trying again", down: "the broker is down", catchingUp: "catching up",
  fleetDown: "this agent's devices only",
  empty: {
    devices: { text: "No device has reported yet. As soon as one publishes its position to a topic of \"sources\", it is here." },
    fences: { text: "There are no fences. Put some into the configuration, or sign in to edit and choose New.", key: "{ \"fences\": [{ \"id\": \"depot\", \"latitude\": 52.52, \"longitude\": 13.405, \"radius\": 150 }] }" },
    events: { text: "Nothing has happened since somebody looks on." },
    itineraries: { text: "There are no itineraries. An itinerary is a list of stops, with routes between them and a fence around each." },
    found: { text: "No device, fence or itinerary is called so." },
  },
  noTiles: "no map tiles: no connection; http.map.tiles may name a file instead",
  noGeocoding: "Addresses are not searched for. This key turns that on: { \"geocoding\": { \"kind\": \"nominatim\", \"url\": \"http://localhost:8088\" } }",
  fullText: "As many pages as may be are looking on. Close one, or raise http.map.viewers. This one tries again by itself.",
  refusedText: (why) => `The agent refuses this page: ${why}. It tries again by itself.`,
  waitingText: (why) => (why ? `The agent can't be reached: ${why}. This page tries again by itself.` : "The agent does not answer: it is down, or the network is. This page tries again by itself."),
  signIn: "Sign in", signOut: "Sign out", token: "Token", signInText: "The map asks for the token of http.viewTokenFile.",
  inside: "INSIDE", outside: "OUTSIDE", unknown: "UNKNOWN", unmonitored: "not monitored", follow: "Follow", why: "Why?", close: "Close",
  deviceId: "Id", lastFix: "Last position", accuracy: "Accuracy", speed: "Speed", battery: "Battery", wifi: "WiFi", resting: "at rest",
  fences: "Fences", near: "Points nearby", who: "Inside now", nobody: "nobody",
  gap: "Some events were missed.", gapFilled: (count) => `Events were missed; ${count} of them come from the history.`, since: "since", shut: "closed now", allEvents: "All events", override: "Override", isOverridden: "Its position or network is set by hand.",
  filters: {
    devices: { show: { label: "Which devices", options: { all: "All", inside: "Inside", outside: "Outside", stale: "Not heard lately" } }, sort: { label: "Order", options: { name: "By name", newest: "Newest first" } } },
    fences: { show: { label: "Which fences", options: { all: "All", used: "With somebody inside" } }, sort: { label: "Order", options: { name: "By name", most: "Most inside first" } } },
    events: { show: { label: "Which events", options: { all: "All", enter: "Enters", exit: "Exits", dwell: "Stays", speeding: "Too fast" } } },
  }, wifiOnly: "by WiFi alone",
  newFence: { circle: "New circle", polygon: "New area", corridor: "New corridor", wifi: "New fence by WiFi", itinerary: "New itinerary", kept: "Fence" },
  add: "New", edit: "Edit", save: "Save", cancel: "Cancel", remove: "Delete", undo: "Undo", undone: "It is as it was.",
  name: "Name", id: "Id, which stands in topics", idHint: "made of the name", latitude: "Latitude", longitude: "Longitude", radius: "Radius", width: "Width",
  networks: "WiFi networks", networksHint: "names, with commas between", heard: "Heard lately:", accessPoints: "Access points heard lately",
  hours: "Hours", otherHours: "Its hours are finer than this table shows. They stay as they are.", clocks: "By the clocks of", hoursHelp: "No hour chosen: always.",
  otherKeys: "Rules and other keys", otherKeysHint: "As in the configuration, such as { \"groups\": [\"sites\"], \"rules\": { \"exitAfter\": 60 } }.",
  keptShape: "Its shape can't be changed here, and stays.", cornersHelp: "Drag them, or move them by arrow keys; a drag between two makes a new one; a right click, a long press or Delete removes one.",
  findingWays: "looking for the way …", legOf: (from, to) => `${from} to ${to}`, dragStop: "Drag it for another order", byFence: "Stop at a fence", byFenceHint: "its id or name", noSuchFence: "There is no such fence with a place.",
  resetQuestion: "Reset? All itineraries that were set here or by requests go, with their stops, fences and ways.", isReset: "All itineraries are reset.",
  itineraryOfFile: "It stands in the configuration. Saving makes another in its place until that one is deleted.",
  fenceOf: {
    file: "It stands in the configuration. Saving makes another in its place until that one is deleted.",
    zone: "The agent has found this place by itself. Saving makes a fence of your own of it.", poi: "It came with a point of interest or from a phone, which may set it again.",
    stop: "It is a stop of an itinerary: change it there.",
  },
  toMap: "To the map", toForm: "To the form", added: "Added:", removeCorner: (number) => `Remove corner ${number}`,
  addHere: { circle: "Middle here", polygon: "Corner here", corridor: "Corner here", stop: "Stop here" },
  saved: (name) => `${name} is saved.`, removed: (name) => `${name} is deleted.`, removeQuestion: (name) => `Delete ${name}? Who is inside gets an exit.`,
  whatIf: (were, are, gone, added) => `The last 7 days: ${were} enters → ${are}; ${gone} events gone, ${added} new.`,
  wouldBeInside: (names) => `Inside now: ${names}.`, notAll: "There was not time for all.",
  searchAddresses: "Search addresses", noAddress: "No address is called so.", noAnswer: "The address search gives no answer.",
  fenceHere: "New fence here", addStop: "Add as stop",
  states: { planned: "planned", active: "on the way", done: "done", inside: "there now", next: "next", pending: "later", skipped: "skipped" },
  noDevice: "no device yet", nextStop: (name, at) => (at ? `NEXT ${name}, ${at}` : `NEXT ${name}`), directions: "Directions", skip: "Skip",
  straight: "Straight lines: no router.", left: "left", arrived: "arrived", expected: "expected", late: (by) => `${by} late`,
  stop: "Stop", stops: "Stops", stopsHelp: "Click on the map for each stop, or search for its address. On the map arrow keys and Enter do the same. Drag pins; drag letters, or Alt with ↑ or ↓, for another order.",
  history: "History",
  keyToPaste: "Key to paste",
  device: "Device", deviceHint: "none: a plan only", geofencing: "Geofencing: a fence around each stop", repeat: "Begin again after the last stop",
  reset: "Reset", up: "Earlier:", down2: "Later:", more: "More", stay: "Stay (minutes)", by: "To be there by",
  removeRoute: (name) => `Delete ${name}? Its stops and their fences go.`,
  conflict: "Somebody else has changed it meanwhile.", goneMeanwhile: "Somebody else has deleted it meanwhile.", key: "Key", corners: (count) => `${count} corners`,
  theirsOnMap: "Theirs stands on the map, dashed.", theirs: "Theirs", ours: "Yours", keepOurs: "Keep yours", takeTheirs: "Take theirs", signInToEdit: "Sign in to edit",
};

export const verbs = {
  enter: "enters", exit: "leaves", dwell: "stays in", speeding: "is too fast in", "speeding-end": "is no longer too fast in",
};

// An element with text that is never markup.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

let units = "metric";
export function useUnits(wanted) {
  const region = new Intl.Locale(navigator.language || "en").maximize().region;
  units = wanted === "auto" ? (["US", "LR", "MM"].includes(region) ? "imperial" : "metric") : wanted;
}

const formats = new Map();
function number(value, unit, digits) {
  const key = unit + digits;
  if (!formats.has(key)) {
    formats.set(key, new Intl.NumberFormat(undefined, { style: "unit", unit, maximumFractionDigits: digits }));
  }
  return formats.get(key).format(value);
}

export function distance(metres) {
  const size = Math.abs(metres);
  if (units === "imperial") return size < 800 ? number(metres * 3.28084, "foot", 0) : number(metres / 1609.344, "mile", 1);
  if (units === "nautical" && size >= 926) return `${(metres / 1852).toFixed(1)} NM`;
  return size < 1000 ? number(metres, "meter", 0) : number(metres / 1000, "kilometer", size < 10000 ? 1 : 0);
}

export function speed(kilometresPerHour) {
  if (units === "imperial") return number(kilometresPerHour / 1.609344, "mile-per-hour", 0);
  if (units === "nautical") return `${(kilometresPerHour / 1.852).toFixed(1)} kn`;
  return number(kilometresPerHour, "kilometer-per-hour", 0);
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

export function time(moment) {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return "";
  return Math.abs(Date.now() - at) < 20 * 3600e3 ? clock.format(at) : date.format(at);
}

// How long ago, in the largest unit.
export function age(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86400)} d`;
}

export function timeElement(moment) {
  return h("time", { datetime: moment, title: `${moment} (UTC)` }, time(moment));
}
