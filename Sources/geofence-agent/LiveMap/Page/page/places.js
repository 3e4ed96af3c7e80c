// Degrees and ids that forms make.

export const round = (degrees) => Math.round(degrees * 1e6) / 1e6;

// A longitude of -180 to 180.
export const turned = (longitude) => longitude - Math.round(longitude / 360) * 360;

// The middle of a fence as the stream has it: { latitude, longitude }; null where it has no place of its own.
export function middleOf(fence) {
  if (fence.latitude != null) return { latitude: fence.latitude, longitude: fence.longitude };
  const places = fence.outline?.[0] || fence.line;
  if (!places?.length) return null;
  if (fence.line) { const [longitude, latitude] = places[places.length >> 1]; return { latitude, longitude: turned(longitude) }; }
  const span = (values) => (Math.min(...values) + Math.max(...values)) / 2;
  return { latitude: span(places.map((place) => place[1])), longitude: turned(span(places.map((place) => place[0]))) };
}

// An id out of a name: what stands in topics.
export function idOf(name, taken) {
  const plain = name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40) || "fence";
  let id = plain;
  for (let number = 2; taken.has(id); number += 1) id = `${plain}-${number}`;
  return id;
}
