// What the address of the page says behind its #: where the map is, what is chosen, which stretch of the past.

// The text of a view; a place alone is its beginning.
export function hashOf({ zoom, latitude, longitude, device, past, tab, fence, itinerary }) {
  const place = [zoom.toFixed(2), latitude.toFixed(5), longitude.toFixed(5)];
  if (device) place.push(encodeURIComponent(device));
  if (device && past) place.push(past);
  const rest = Object.entries({ tab: tab === "devices" ? null : tab, fence, route: itinerary }).filter(([, value]) => value);
  return `#${place.join("/")}${rest.map(([key, value]) => `&${key}=${encodeURIComponent(value)}`).join("")}`;
}

// A view as far as a text says it; what is none is left out.
export function viewOf(hash, tabs) {
  const [place, ...rest] = hash.replace(/^#/, "").split("&");
  const parts = place.split("/");
  const view = { tab: "devices", device: text(parts[3]), fence: null, itinerary: null, past: null, place: null };
  const [zoom, latitude, longitude] = parts.slice(0, 3).map(Number);
  if (parts.length >= 3 && [zoom, latitude, longitude].every(Number.isFinite)) view.place = { zoom, latitude, longitude };
  const past = /^(\d{1,12})-(\d{1,12})$/.exec(parts[4] || "");
  if (past) view.past = [past[1] * 1000, past[2] * 1000];
  for (const one of rest) {
    const [key, value] = one.split("=");
    if (key === "tab" && tabs.includes(value)) view.tab = value;
    if (key === "fence") view.fence = text(value);
    if (key === "route") view.itinerary = text(value);
  }
  return view;
}

function text(part) {
  try { return part ? decodeURIComponent(part) : null; } catch { return null; }
}
