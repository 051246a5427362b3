import { inSteps, wordOf, type ColourImage } from '../colour-image.ts';
import { bandOf, valueTable, type Bands } from './bands.ts';
import type { Channel, RgbRecipe } from './recipe.ts';

/** Steps between the ends of a channel; four for each output colour. */
const steps = 1024;

/**
 * Composes an image of three channels. Cells that lack one of the bands are transparent.
 *
 * @throws {DataError} `compose` when a band is absent, or the bands are not on one grid
 */
export function composeRgb(bands: Bands, { red, green, blue }: RgbRecipe): ColourImage {
  const { width, height, geometry } = bandOf(bands, red.band);
  const pixels = new Uint32Array(width * height);
  const clear = new Uint8Array(pixels.length);
  [red, green, blue].forEach((channel, i) => addChannel(bands, channel, 8 * i, pixels, clear));
  const opaque = wordOf(0, 0, 0);
  for (let i = 0; i < pixels.length; i++) pixels[i] = clear[i] ? 0 : pixels[i] | opaque;
  return { width, height, pixels, geometry };
}

function addChannel(bands: Bands, channel: Channel, shift: number, pixels: Uint32Array, clear: Uint8Array): void {
  const first = bandOf(bands, channel.band);
  const shades = shadesOf(channel);
  if (channel.minus === undefined) {
    const shadeOf = Int16Array.from(valueTable(first), (value) =>
      Number.isNaN(value) ? -1 : shades[stepOf(value, channel)],
    );
    addBand(first.packed, shadeOf, shift, pixels, clear);
    return;
  }
  const second = bandOf(bands, channel.minus);
  const toSteps = (value: number) => ((value - channel.from) / (channel.to - channel.from)) * steps;
  const minuend = valueTable(first).map(toSteps);
  const subtrahend = valueTable(second).map((value) => (value / (channel.to - channel.from)) * steps);
  addDifference(first.packed, second.packed, minuend, subtrahend, shades, shift, pixels, clear);
}

/** The shade of each step. */
function shadesOf({ gamma }: Channel): Uint8Array {
  return Uint8Array.from({ length: steps + 1 }, (_, i) => inSteps(Math.round(255 * (i / steps) ** (1 / gamma))));
}

function stepOf(value: number, { from, to }: Channel): number {
  return Math.round(Math.max(0, Math.min(1, (value - from) / (to - from))) * steps);
}

function addBand(codes: Uint16Array, shadeOf: Int16Array, shift: number, pixels: Uint32Array, clear: Uint8Array): void {
  for (let i = 0; i < codes.length; i++) {
    const shade = shadeOf[codes[i]];
    if (shade < 0) clear[i] = 1;
    else pixels[i] |= shade << shift;
  }
}

function addDifference(
  first: Uint16Array,
  second: Uint16Array,
  minuend: Float32Array,
  subtrahend: Float32Array,
  shades: Uint8Array,
  shift: number,
  pixels: Uint32Array,
  clear: Uint8Array,
): void {
  for (let i = 0; i < first.length; i++) {
    const step = minuend[first[i]] - subtrahend[second[i]];
    if (step !== step) clear[i] = 1;
    else pixels[i] |= shades[step <= 0 ? 0 : step >= steps ? steps : Math.round(step)] << shift;
  }
}
