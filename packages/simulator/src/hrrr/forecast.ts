import type { Point } from '@severe/geo';
import type { StormCell, Storms } from '../model/cell.ts';
import { along, hourMs, minuteMs, moved, sum, type Offset } from '../model/plane.ts';
import { randomSequence } from '../model/random.ts';

/**
 * The storms as a model run forecasts them: displaced, early or late, too strong or too weak. Each run has its own
 * errors, which grow with the lead time.
 *
 * @param stormsAt the true storms
 * @param run      start of the run; `time` is the forecast time, both milliseconds since 1970
 */
export function forecastStorms(stormsAt: (time: number) => Storms, seed: number, run: number, time: number): Storms {
  const random = randomSequence(seed, 0xfc, run / hourMs);
  const lead = Math.max(0, (time - run) / hourMs);
  const common = along(random.between(0, 360), random.between(2, 6) + lead * random.between(2, 6));
  const late = lead * random.between(-4, 4) * minuteMs;
  const vigour = random.between(0.88, 1.06);
  const salt = random.between(0, 500);
  const shift = (at: Point, own: Offset): Point => moved(at, sum(common, own));
  const still: Offset = { east: 0, north: 0 };

  const cell = (real: StormCell): StormCell => {
    const own = randomSequence(seed, run / hourMs, Math.floor(real.textureSeed * 1000));
    const stray = real.kind === 'line-element' ? still : along(own.between(0, 360), lead * own.between(0, 4));
    return {
      ...real,
      position: shift(real.position, stray),
      mesocyclone: shift(real.mesocyclone, stray),
      intensity: Math.min(1, real.intensity * vigour),
      peakDbz: real.peakDbz * Math.min(1.02, vigour),
      rotation: real.rotation * vigour * own.between(0.7, 1.2),
      textureSeed: real.textureSeed + salt,
    };
  };
  const real = stormsAt(time - late);
  return {
    cells: real.cells.map(cell),
    lines: real.lines.map((line) => ({
      ...line,
      position: shift(line.position, still),
      textureSeed: line.textureSeed + salt,
    })),
    shields: real.shields.map((shield) => ({
      ...shield,
      position: shift(shield.position, still),
      textureSeed: shield.textureSeed + salt,
    })),
  };
}
