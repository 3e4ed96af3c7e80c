// Very many devices as one picture: their dots are written pixel by pixel, and copied once. Ten thousand calls of the canvas would take longer.
import { mercator } from "./stage.js";

// Pixels beyond the edges that a dot may reach into.
const pad = 32;

// The pixels of a small picture: those that cover what is below, and those of its rim, which cover nothing but ground.
class Sprite {
  constructor(canvas) {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const words = new Uint32Array(data.buffer);
    [this.width, this.height, this.solid, this.soft] = [canvas.width, canvas.height, [], []];
    words.forEach((word, index) => {
      const alpha = data[4 * index + 3];
      if (alpha) (alpha > 250 ? this.solid : this.soft).push([index % canvas.width, Math.floor(index / canvas.width), word]);
    });
  }

  // Where its pixels lie in a picture so wide.
  prepare(stride) {
    if (this.stride === stride) return;
    this.stride = stride;
    for (const kind of ["solid", "soft"]) {
      this[`${kind}At`] = Int32Array.from(this[kind], ([x, y]) => y * stride + x);
      this[`${kind}Words`] = Uint32Array.from(this[kind], ([, , word]) => word);
    }
  }
}

class Dots {
  #canvas = document.createElement("canvas");
  #pen = this.#canvas.getContext("2d", { willReadFrequently: true });
  #picture = null;
  #words = null;

  // An empty picture of so many pixels.
  begin(width, height) {
    [this.width, this.height] = [width, height];
    const [w, h] = [width + 2 * pad, height + 2 * pad];
    if (this.#picture?.width !== w || this.#picture.height !== h) {
      [this.#canvas.width, this.#canvas.height] = [width, height];
      this.#picture = this.#pen.createImageData(w, h);
      this.#words = new Uint32Array(this.#picture.data.buffer);
    } else this.#words.fill(0);
  }

  // A sprite with its middle at a place, in pixels.
  put(sprite, x, y) {
    const left = Math.round(x - sprite.width / 2) + pad;
    const top = Math.round(y - sprite.height / 2) + pad;
    const stride = this.width + 2 * pad;
    if (left < 0 || top < 0 || left + sprite.width > stride || top + sprite.height > this.height + 2 * pad) return;
    sprite.prepare(stride);
    const at = top * stride + left;
    const words = this.#words;
    const { solidAt, solidWords, softAt, softWords } = sprite;
    for (let index = 0; index < softAt.length; index += 1) if (!words[at + softAt[index]]) words[at + softAt[index]] = softWords[index];
    for (let index = 0; index < solidAt.length; index += 1) words[at + solidAt[index]] = solidWords[index];
  }

  // Copies the picture.
  draw(pen, width, height) {
    this.#pen.putImageData(this.#picture, -pad, -pad, pad, pad, this.width, this.height);
    pen.drawImage(this.#canvas, 0, 0, width, height);
  }
}

const kinds = ["inside", "outside", "stale", "wifi"];
const size = 4;
// Pixels around the screen in which a device is still drawn.
const edge = 20;

// Draws all devices: without arrows, and without a way between two places.
export class Crowd {
  #dots = new Dots();
  #sprites = null;

  constructor(drawing) { this.drawing = drawing; }

  // The colours have changed, or the pixels.
  forget() { this.#sprites = null; }

  // `kindOf` says which dot a device has, `guestSpot` where one is that has no place of its own.
  draw(kindOf, guestSpot) {
    const { stage, pen, feed, canvas } = this.drawing;
    const ratio = canvas.width / stage.width;
    this.#sprites ??= Object.fromEntries(kinds.map((kind) => [kind, new Sprite(this.drawing.disc(kind, size))]));
    this.#dots.begin(canvas.width, canvas.height);
    const [now, guests] = [feed.now(), new Map()];
    const { scale, longitude: east, width, height } = stage;
    const middle = mercator(stage.latitude);
    for (const device of feed.devices.values()) {
      if (device.latitude == null) {
        [device.x, device.y] = guestSpot(device, guests) || [];
        if (device.x == null) continue;
      } else {
        const across = device.longitude - east;
        device.x = (across - Math.round(across / 360) * 360) / 360 * scale + width / 2;
        device.y = (device.down - middle) * scale + height / 2;
      }
      if (device.x < -edge || device.y < -edge || device.x > width + edge || device.y > height + edge) continue;
      this.#dots.put(this.#sprites[kindOf(device, now)], device.x * ratio, device.y * ratio);
    }
    this.#dots.draw(pen, width, height);
  }
}
