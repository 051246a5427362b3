import type { Point } from '@severe/geo';
import { along, hourMs, minuteMs, moved, mpsPerKnot, sum, type Motion } from './plane.ts';
import { pathOf } from './path.ts';
import type { CellPlan, Generation, LinePlan, ShieldPlan } from './plans.ts';
import { randomSequence, type RandomSequence } from './random.ts';
import {
  drylineLonAt,
  generationIntervalMs,
  isDangerous,
  synopticAt,
  warmFrontLatAt,
  type Synoptic,
} from './synoptic.ts';

export { generationIntervalMs };

/** Lifetime of a generation: afterwards none of its storms exists. */
export const generationLifetimeMs = 9.5 * hourMs;

/** The plan of generation `index`, which begins at `index * generationIntervalMs`. Pure in seed and index. */
export function planGeneration(seed: number, index: number): Generation {
  const random = randomSequence(seed, 0x6e6, index);
  const start = index * generationIntervalMs;
  const synoptic = synopticAt(seed, start + hourMs);
  const meanWind: Motion = { towardDeg: random.between(48, 60), speed: random.between(30, 38) * mpsPerKnot };

  const count = Math.floor(random.between(2, 5));
  const supercells = Array.from({ length: count }, (_, i) =>
    planSupercell(randomSequence(seed, index, 1, i), `${index}/${i}`, {
      start,
      synoptic,
      meanWind,
      slot: (i + 0.5) / count,
      i,
      danger: isDangerous(seed, index),
    }),
  );
  const ordinary = Array.from({ length: Math.floor(random.between(6, 11)) }, (_, i) =>
    planOrdinary(randomSequence(seed, index, 2, i), `${index}/${count + i}`, { start, synoptic, meanWind }),
  );
  const cells = supercells.flatMap((plan, i) => [plan, ...planSplit(randomSequence(seed, index, 3, i), plan, i === 0)]);
  return {
    cells: [...cells, ...ordinary],
    line: planLine(randomSequence(seed, index, 4), `${index}/line`, start, supercells),
    shield: planShield(randomSequence(seed, index, 5), `${index}/shield`, start, synoptic),
  };
}

interface Setting {
  start: number;
  synoptic: Synoptic;
  meanWind: Motion;
}

/** A supercell. It first moves with the mean wind, then turns right and slows down. */
function planSupercell(
  random: RandomSequence,
  id: string,
  { start, synoptic, meanWind, slot, i, danger }: Setting & { slot: number; i: number; danger: boolean },
): CellPlan {
  const lat = 32.0 + 5.0 * slot + random.between(-0.3, 0.3);
  const isFirst = i === 0; // the first storm is early, strong and long-lived, so that a storm exists until the line forms
  const birth = start + (isFirst ? random.between(0, 12) : random.between(15, 80)) * minuteMs;
  return {
    id,
    kind: 'supercell',
    birth,
    death: birth + (isFirst ? random.between(5.9, 6.4) : random.between(3.6, 5.2)) * hourMs,
    origin: { lat, lon: drylineLonAt(synoptic, lat) + random.between(0.1, 0.4) },
    motions: [
      meanWind,
      {
        towardDeg: meanWind.towardDeg + random.between(8, 22),
        speed: Math.max(25 * mpsPerKnot, meanWind.speed * random.between(0.78, 0.9)),
      },
    ],
    turn: birth + random.between(50, 75) * minuteMs,
    growMinutes: isFirst ? 40 : random.between(40, 60),
    decayMinutes: random.between(40, 60),
    peakDbz: isFirst ? random.between(66, 71) : random.between(62, 69),
    topKm: random.between(14.5, 17.2),
    coreKm: random.between(6.5, 10),
    rotation: random.between(danger ? 15 : 10, danger ? 20 : 19),
    cycleMinutes: random.between(38, 55),
    textureSeed: random.between(0, 1000),
  };
}

/** The left half of a splitting storm: faster, to the left, smaller, without cyclonic rotation. */
function planSplit(random: RandomSequence, parent: CellPlan, always: boolean): CellPlan[] {
  if (!random.happens(0.6) && !always) return [];
  const [early] = parent.motions;
  const birth = parent.turn;
  return [
    {
      ...parent,
      id: `${parent.id}L`,
      kind: 'left-mover',
      birth,
      death: birth + random.between(75, 130) * minuteMs,
      origin: moved(parent.origin, sum(pathOf(parent, birth), along(early.towardDeg - 80, 6))),
      motions: [
        { towardDeg: early.towardDeg - random.between(24, 34), speed: early.speed * 1.12 },
        { towardDeg: early.towardDeg - random.between(20, 30), speed: early.speed * 1.2 },
      ],
      turn: birth + 40 * minuteMs,
      growMinutes: 18,
      decayMinutes: 45,
      peakDbz: parent.peakDbz - random.between(2, 5),
      topKm: parent.topKm - random.between(0.5, 1.5),
      coreKm: parent.coreKm * random.between(0.6, 0.8),
      rotation: 0,
      textureSeed: random.between(0, 1000),
    },
  ];
}

/** A cell that grows, rains out and decays within about an hour. */
function planOrdinary(random: RandomSequence, id: string, { start, synoptic, meanWind }: Setting): CellPlan {
  const lat = random.between(31, 38);
  const birth = start + random.between(0.1, 3.8) * hourMs;
  const motion = {
    towardDeg: meanWind.towardDeg + random.between(-8, 8),
    speed: meanWind.speed * random.between(0.8, 1),
  };
  return {
    id,
    kind: 'ordinary',
    birth,
    death: birth + random.between(50, 95) * minuteMs,
    origin: { lat, lon: drylineLonAt(synoptic, lat) + random.between(0.1, 2.4) },
    motions: [motion, motion],
    turn: birth,
    growMinutes: random.between(15, 25),
    decayMinutes: random.between(25, 40),
    peakDbz: random.between(44, 57),
    topKm: random.between(8.5, 13),
    coreKm: random.between(3, 5.5),
    rotation: 0,
    cycleMinutes: 45,
    textureSeed: random.between(0, 1000),
  };
}

/** The line that forms where the cold pools of the supercells have met. */
function planLine(random: RandomSequence, id: string, start: number, supercells: CellPlan[]): LinePlan {
  const birth = start + random.between(4, 4.3) * hourMs;
  const places = supercells.map((plan) => moved(plan.origin, pathOf(plan, birth)));
  const middle = (of: (p: Point) => number) => places.reduce((total, p) => total + of(p), 0) / places.length;
  return {
    id,
    birth,
    death: start + random.between(8.8, 9.4) * hourMs,
    origin: { lat: middle((p) => p.lat) - 0.6, lon: middle((p) => p.lon) - 0.7 },
    motion: { towardDeg: random.between(92, 112), speed: random.between(32, 40) * mpsPerKnot },
    lengthKm: random.between(280, 400),
    bowKm: random.between(28, 55),
    stratiformKm: random.between(95, 145),
    textureSeed: random.between(0, 1000),
  };
}

function planShield(random: RandomSequence, id: string, start: number, synoptic: Synoptic): ShieldPlan {
  const lon = synoptic.low.lon + random.between(4.5, 7);
  return {
    id,
    birth: start - 0.5 * hourMs,
    death: start + 8.5 * hourMs,
    origin: { lat: warmFrontLatAt(synoptic, lon) + random.between(1.6, 2.4), lon },
    motion: { towardDeg: random.between(70, 90), speed: random.between(8, 12) },
    eastKm: random.between(260, 380),
    northKm: random.between(110, 160),
    textureSeed: random.between(0, 1000),
  };
}
