import { smoothstep } from '../model/curves.ts';
import { hour } from '../model/plane.ts';
import { randomSequence } from '../model/random.ts';
import type { Canvas } from '../scene.ts';
import { inland } from '../hrrr/terrain.ts';
import { bands } from './bands.ts';
import { fillCode } from './draw-bands.ts';

/** Number of grass and forest fires a day. */
const firesADay = 14;

/** Contribution of the hottest cell of a fire: K at 3.9 µm, reflectance at 1.61 and 2.25 µm. */
const heat: Record<number, number> = { 5: 0.12, 6: 0.45, 7: 90 };

/** Adds the fires of a day to the bands that show heat: a cell or two each, hotter by day. */
export function addFires(canvas: Canvas, seed: number, time: number, codes: Uint16Array[]): void {
  const day = Math.floor(time / (24 * hour));
  const burning = 0.35 + 0.65 * smoothstep(-0.5, 0.8, Math.cos(((time / hour - 22) / 12) * Math.PI));
  for (let i = 0; i < firesADay; i++) {
    const random = randomSequence(seed, 0xf17e, day, i);
    const point = { lat: random.between(27, 49), lon: random.between(-122, -82) };
    if (inland(point.lat, point.lon) < 0.1) continue;
    const strength = burning * random.between(0.4, 1);
    const { column, row } = canvas.frameAt(point);
    const x = Math.round(column);
    const y = Math.round(row);
    if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) continue;
    bands.forEach(({ number, scale, bits }, band) => {
      const at = y * canvas.width + x;
      if (!(number in heat) || codes[band][at] === fillCode) return;
      codes[band][at] = Math.min(2 ** bits - 1, codes[band][at] + Math.round((heat[number] * strength) / scale));
    });
  }
}
