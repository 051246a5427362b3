import { smoothstep } from '../model/curves.ts';
import { hourMs } from '../model/plane.ts';
import { randomSequence } from '../model/random.ts';
import type { Canvas } from '../scene.ts';
import { distanceInland } from '../hrrr/terrain.ts';
import { bands } from './bands.ts';
import { fillCode } from './draw-bands.ts';

/** Number of grass and forest fires per day. */
const firesPerDay = 14;

/** Separates these random numbers from those of other features. */
const sequenceId = 0xf17e;

/** Contribution of the strongest fire, by band number: reflectance at 1.61 and 2.25 µm, K at 3.9 µm. */
const peakContribution: Record<number, number> = { 5: 0.12, 6: 0.45, 7: 90 };

/**
 * Adds the fires of a day to bands 5, 6 and 7. Each fire is one cell of the canvas. Fires are strongest around 22 UTC.
 *
 * @param codes for each band its stored integers on the canvas, row by row
 */
export function addFires(canvas: Canvas, seed: number, time: number, codes: Uint16Array[]): void {
  const day = Math.floor(time / (24 * hourMs));
  const diurnalFactor = 0.35 + 0.65 * smoothstep(-0.5, 0.8, Math.cos(((time / hourMs - 22) / 12) * Math.PI));
  for (let i = 0; i < firesPerDay; i++) {
    const random = randomSequence(seed, sequenceId, day, i);
    const point = { lat: random.between(27, 49), lon: random.between(-122, -82) };
    if (distanceInland(point.lat, point.lon) < 0.1) continue;
    const strength = diurnalFactor * random.between(0.4, 1);
    const { column, row } = canvas.transformAt(point);
    const x = Math.round(column);
    const y = Math.round(row);
    if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) continue;
    bands.forEach(({ number, scale, bits }, band) => {
      const index = y * canvas.width + x;
      if (!(number in peakContribution) || codes[band][index] === fillCode) return;
      codes[band][index] = Math.min(
        2 ** bits - 1,
        codes[band][index] + Math.round((peakContribution[number] * strength) / scale),
      );
    });
  }
}
