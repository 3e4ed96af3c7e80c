// A fence while it is edited: what the agent's keys say of it, as a shape with corners that can be moved.
import { round, turned } from "./places.js";

const rad = Math.PI / 180;
const metresOf = 111320;

// The keys that the form shows; all others stay as they are.
export const shownKeys = ["id", "name", "latitude", "longitude", "radius", "geometry", "bbox", "width", "wifi", "schedule", "type", "revision"];

export class Draft {
  kind = "circle";
  name = "";
  id = "";
  wifi = [];
  // Circle.
  latitude = null;
  longitude = null;
  radius = 150;
  // Polygon and corridor: corners as [longitude, latitude]; across the antimeridian longitudes go on counting.
  corners = [];
  // The corner that "Remove" means: the last that was made or had the focus.
  chosen = 0;
  // Other rings of a polygon, which are kept.
  holes = [];
  width = 50;
  // A shape that is not drawn here, such as several polygons; it is kept.
  shape = null;
  schedule = null;
  // Where it comes from: "file", "custom" or others of the agent's.
  type = null;
  rest = {};
  revision = null;
  isNew = true;

  // A fence that there is, by the agent's keys.
  static of(fence) {
    const draft = new Draft();
    Object.assign(draft, { id: fence.id, name: fence.name || "", wifi: fence.wifi || [], schedule: fence.schedule || null, revision: fence.revision, type: fence.type, isNew: false });
    draft.rest = Object.fromEntries(Object.entries(fence).filter(([key]) => !shownKeys.includes(key)));
    const geometry = fence.geometry;
    if (fence.latitude != null) Object.assign(draft, { latitude: fence.latitude, longitude: fence.longitude, radius: fence.radius });
    else if (geometry?.type === "Polygon") {
      const [outer, ...holes] = geometry.coordinates;
      Object.assign(draft, { kind: "polygon", corners: outer.slice(0, -1), holes });
    } else if (geometry?.type === "LineString") Object.assign(draft, { kind: "corridor", corners: geometry.coordinates, width: fence.width });
    else if (fence.bbox) {
      const [west, south, end, north] = fence.bbox;
      const east = end > west ? end : end + 360;
      Object.assign(draft, { kind: "polygon", corners: [[west, south], [east, south], [east, north], [west, north]] });
    } else if (geometry || fence.radius) {
      draft.kind = "kept";
      draft.shape = Object.fromEntries(["geometry", "radius", "width"].filter((key) => fence[key] != null).map((key) => [key, fence[key]]));
    } else draft.kind = "wifi";
    return draft;
  }

  // The keys for the agent.
  get fence() {
    const shape = {
      circle: () => ({ latitude: round(this.latitude), longitude: round(turned(this.longitude)), radius: Math.round(this.radius * 10) / 10 }),
      polygon: () => ({ geometry: { type: "Polygon", coordinates: this.#shifted([[...this.corners, this.corners[0]], ...this.holes]) } }),
      corridor: () => ({ geometry: { type: "LineString", coordinates: this.#shifted([this.corners])[0] }, width: this.width }),
      kept: () => this.shape,
      wifi: () => ({}),
    }[this.kind]();
    return {
      id: this.id, ...(this.name ? { name: this.name } : {}), ...shape, ...(this.wifi.length ? { wifi: this.wifi } : {}),
      ...(this.schedule?.length ? { schedule: this.schedule } : {}), ...this.rest, revision: this.revision,
    };
  }

  // The whole shape some turns on, so that it begins, seen from the west, at -180 to 180; never single corners.
  #shifted(lines) {
    const turns = Math.floor((Math.min(...this.corners.map(([longitude]) => longitude)) + 180) / 360) * 360;
    return turns ? lines.map((line) => line.map(([longitude, latitude]) => [round(longitude - turns), latitude])) : lines;
  }

  // The longitude that the shape is drawn next to; null before there is anything.
  get anchor() { return this.kind === "circle" ? this.longitude : this.corners[0]?.[0] ?? null; }

  // What is missing before it can be saved; null: nothing.
  get problem() {
    if (this.kind === "circle" && this.latitude == null) return "Click on the map where its middle is, or go there by arrow keys and press Enter.";
    if (this.kind === "polygon" && this.corners.length < 3) return "Click on the map for each corner, or go there by arrow keys and press Enter: three at least.";
    if (this.kind === "corridor" && this.corners.length < 2) return "Click on the map for each corner, or go there by arrow keys and press Enter: two at least.";
    if (this.kind === "wifi" && !this.wifi.length) return "Name a network.";
    return null;
  }

  // As the map draws fences.
  get drawn() {
    const same = { id: "", name: this.name || this.id };
    if (this.kind === "circle") return this.latitude == null ? null : { ...same, latitude: this.latitude, longitude: this.longitude, radius: this.radius };
    if (this.corners.length < 2) return null;
    return this.kind === "corridor" ? { ...same, line: this.corners, width: this.width } : { ...same, outline: [[...this.corners, this.corners[0]], ...this.holes] };
  }

  // A click on the map: the middle, or one more corner. The longitude counts from the same turn as the anchor.
  add(latitude, longitude) {
    const place = [round(this.anchor == null || this.kind === "circle" ? turned(longitude) : longitude), round(latitude)];
    if (this.kind === "circle") [this.longitude, this.latitude] = place;
    if (!["polygon", "corridor"].includes(this.kind)) return;
    const index = this.kind === "polygon" ? this.#nearestEdge(place) : this.corners.length;
    this.corners.splice(index, 0, place);
    this.chosen = index;
  }

  // Behind which corner a new one stands: in the edge that becomes longer by the least.
  #nearestEdge(place) {
    if (this.corners.length < 3) return this.corners.length;
    const gap = (a, b) => Math.hypot((a[0] - b[0]) * Math.cos(a[1] * rad), a[1] - b[1]);
    const costs = this.corners.map((corner, index) => {
      const next = this.corners[(index + 1) % this.corners.length];
      return gap(corner, place) + gap(place, next) - gap(corner, next);
    });
    return costs.indexOf(Math.min(...costs)) + 1;
  }

  // What can be dragged: places with what becomes of them.
  get handles() {
    if (this.kind === "circle") {
      if (this.latitude == null) return [];
      const east = this.radius / metresOf / Math.max(0.02, Math.cos(this.latitude * rad));
      return [
        { key: "middle", label: "Middle", at: [this.longitude, this.latitude], move: (at) => { [this.longitude, this.latitude] = [round(turned(at[0])), round(at[1])]; } },
        { key: "rim", label: "Radius", at: [this.longitude + east, this.latitude], move: (at, limit) => this.#stretch(at, limit) },
      ];
    }
    if (!["polygon", "corridor"].includes(this.kind)) return [];
    const isRing = this.kind === "polygon";
    const corners = this.corners.map((at, index) => ({
      key: `corner-${index}`, label: `Corner ${index + 1}`, at, isCorner: true,
      move: (to) => { this.corners[index] = to.map(round); }, remove: () => this.remove(index), choose: () => { this.chosen = index; },
    }));
    const edges = this.corners.slice(0, isRing && this.corners.length > 2 ? undefined : -1).map((at, index) => {
      const next = this.corners[(index + 1) % this.corners.length];
      let added = false;
      return {
        key: `edge-${index}`, becomes: `corner-${index + 1}`, label: `New corner behind ${index + 1}`, at: [(at[0] + next[0]) / 2, (at[1] + next[1]) / 2], isEdge: true,
        move: (to) => { this.corners.splice(index + 1, added ? 1 : 0, to.map(round)); added = true; this.chosen = index + 1; },
      };
    });
    return this.corners.length > 200 ? corners : [...corners, ...edges];
  }

  #stretch([longitude, latitude], limit) {
    const north = (latitude - this.latitude) * metresOf;
    const east = (longitude - this.longitude) * metresOf * Math.cos(this.latitude * rad);
    this.radius = Math.min(limit, Math.max(10, Math.round(Math.hypot(north, east))));
  }

  // Takes a corner away: the chosen one, where none is named.
  remove(index = this.chosen) {
    this.corners.splice(index, 1);
    this.chosen = Math.max(0, Math.min(index, this.corners.length - 1));
  }
}
