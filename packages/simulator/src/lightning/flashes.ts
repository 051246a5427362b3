import type { Point } from '@severe/geo';
import type { SquallLine, StormCell, Storms } from '../model/cell.ts';
import { clamp } from '../model/curves.ts';
import { along, minuteMs, moved, sum } from '../model/plane.ts';
import { randomSequence, type RandomSequence } from '../model/random.ts';

/** One flash as the mapper reports it. */
export interface Flash {
  /** Seconds from the start of the granule to its first and its last event. */
  first: number;
  last: number;
  position: Point;
  /** Joules. */
  energy: number;
  /** Area of the lit pixels, km². */
  areaKm2: number;
  /** In order of time along the channel. */
  groups: Group[];
}

/** Neighbouring pixels lit in one frame. */
interface Group {
  at: number;
  position: Point;
  energy: number;
  /** Pixel centres. */
  events: Point[];
}

/** Length of a granule, milliseconds. Granules are numbered by it from 1970. */
export const granuleMs = 20_000;

/** Flashes a minute of a cell at full intensity. */
const busiest: Record<StormCell['kind'], number> = { supercell: 46, 'left-mover': 24, ordinary: 9, 'line-element': 12 };

/** The lightning of a granule in order of time: in cores, in anvils, and in the rain behind a line. */
export function flashesOf({ cells, lines }: Storms, seed: number, granule: number): Flash[] {
  const flashes = [
    ...cells.flatMap((cell) => ofCell(cell, seed, granule)),
    ...lines.flatMap((line) => ofLine(line, seed, granule)),
  ];
  return flashes.sort((a, b) => a.first - b.first);
}

/** A storm with a top below 7 km has no ice to separate charges. */
function ofCell(cell: StormCell, seed: number, granule: number): Flash[] {
  const random = randomSequence(seed, 0xf1a5, granule, Math.floor(cell.textureSeed * 1000));
  const rate = busiest[cell.kind] * cell.intensity * clamp((cell.topKm - 7) / 7, 0, 1.2);
  return Array.from({ length: poisson(random, (rate * granuleMs) / minuteMs) }, () => {
    const inCore = random.happens(0.75);
    const downwind = inCore ? 0.4 * cell.coreKm : random.between(1, 5) * cell.coreKm;
    const spread = inCore ? 0.7 * cell.coreKm : 1.2 * cell.coreKm;
    const position = moved(cell.position, sum(along(cell.shearTowardDeg, downwind), scatter(random, spread)));
    return flashAt(random, position, inCore ? 1 : 2.2);
  });
}

/** Long flashes through the ice layers behind the line. */
function ofLine(line: SquallLine, seed: number, granule: number): Flash[] {
  const random = randomSequence(seed, 0xf1a6, granule, Math.floor(line.textureSeed * 1000));
  return Array.from({ length: poisson(random, (7 * line.stratiform * granuleMs) / minuteMs) }, () => {
    const behind = random.between(25, 0.8 * line.stratiformKm + 26);
    const aside = random.between(-0.4, 0.4) * line.lengthKm;
    const position = moved(
      line.position,
      sum(along(line.motion.towardDeg, -behind), along(line.motion.towardDeg - 90, aside)),
    );
    return flashAt(random, position, 4);
  });
}

/** @param length relative length; 1 for a short flash in a core */
function flashAt(random: RandomSequence, position: Point, length: number): Flash {
  const first = random.between(0, granuleMs / 1000);
  const lasts = random.between(0.05, 0.25) * length;
  const energy = 10 ** random.between(-14.2, -12.6) * length;
  const count = Math.floor(random.between(2, 5) * Math.sqrt(length));
  const groups = Array.from({ length: count }, (_, i): Group => {
    const middle = moved(position, scatter(random, 5 * length));
    const events = Array.from({ length: Math.floor(random.between(1, 4)) }, () => moved(middle, scatter(random, 6)));
    return { at: first + (lasts * i) / count, position: middle, energy: energy / count, events };
  });
  const pixels = groups.reduce((total, { events }) => total + events.length, 0);
  return { first, last: first + lasts, position, energy, areaKm2: pixelKm2 * Math.ceil(0.7 * pixels), groups };
}

/** Area of a pixel. It is about 8 km wide below the satellite and larger over the plains. */
export const pixelKm2 = 80;

/** A random offset of up to about 2 * `km`. */
function scatter(random: RandomSequence, km: number): { east: number; north: number } {
  const bell = (): number => (random.between(-1, 1) + random.between(-1, 1) + random.between(-1, 1)) * 0.8 * km;
  return { east: bell(), north: bell() };
}

/** A Poisson-distributed count. */
function poisson(random: RandomSequence, mean: number): number {
  const floor = Math.exp(-mean);
  let count = 0;
  for (let left = random.between(0, 1); left > floor; left *= random.between(0, 1)) count++;
  return count;
}
