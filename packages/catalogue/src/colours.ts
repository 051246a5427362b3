/**
 * Colours for red-green colour blindness. Lightness changes monotonically with the value, and hues differ between blue and
 * yellow, which are not affected: all steps can be distinguished.
 */

type Rgb = readonly [number, number, number];

/** From weak to strong: dark blue, grey, yellow, near white. */
const sequence = ['#0b1f5c', '#2a4f9e', '#5b7bb5', '#93a0ab', '#c2b183', '#e6c94f', '#fbe87a', '#fffbe0'];
/** From zero to the strongest value, below and above zero. */
const below = ['#d6e6f4', '#8fbce0', '#3f86c4', '#134f96', '#04214f'];
const above = ['#fbe3bf', '#f5b65c', '#d97b0b', '#974a02', '#4a2100'];

/** Colours of a sequential scale with `count` steps, from weak to strong. */
export function sequentialColours(count: number): string[] {
  return Array.from({ length: count }, (_, i) => along(sequence, count > 1 ? i / (count - 1) : 1));
}

/** Colours of a diverging scale: blue below zero, orange above, darker with each step away from zero. */
export function divergingColours(values: readonly number[]): string[] {
  return values.map((value) => {
    const side = values.filter((other) => other < 0 === value < 0);
    const nearer = side.filter((other) => Math.abs(other) < Math.abs(value)).length;
    return along(value < 0 ? below : above, nearer / Math.max(1, side.length - 1));
  });
}

/** Interpolates in a list of colours; `part` is 0 at the first and 1 at the last. */
function along(line: readonly string[], part: number): string {
  const at = part * (line.length - 1);
  const i = Math.min(Math.floor(at), line.length - 2);
  const [from, to] = [rgbOf(line[i]), rgbOf(line[i + 1])];
  const mixed = from.map((value, channel) => Math.round(value + (to[channel] - value) * (at - i)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function rgbOf(colour: string): Rgb {
  const rgb = Number.parseInt(colour.slice(1), 16);
  return [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
}
