import type { Ring } from '@severe/geo';
import { zuluTime } from '../land/utc-time.ts';
import { generationIntervalMs, planGeneration } from '../model/generation.ts';
import { hourMs, minuteMs } from '../model/plane.ts';
import { isDangerous } from '../model/synoptic.ts';
import { tracksOf, type Sample, type Track } from '../threats/track.ts';
import { isSevere } from '../warnings/generation-warnings.ts';
import { hailTag } from '../warnings/texts.ts';
import { bandAround, bandRing } from './band.ts';
import { yearNumber } from './year-number.ts';

/** A watch of the Storm Prediction Center. */
export interface Watch {
  year: number;
  number: number;
  type: 'TOR' | 'SVR';
  isPds: boolean;
  hailIn: number;
  gustKt: number;
  issuedAt: number;
  expiresAt: number;
  ring: Ring;
}

const ktOfMph = 0.868976;

/** The two watches of a generation: one for its supercells, one for its squall line. Pure in seed and index. */
export function watchesOfGeneration(seed: number, index: number): Watch[] {
  const start = index * generationIntervalMs;
  const tracks = tracksOf(planGeneration(seed, index), start);
  const supercells = tracks.filter(({ kind }) => kind === 'supercell');
  const lines = tracks.filter(({ kind }) => kind === 'line');
  return [
    ...watchFor(supercells, {
      type: 'TOR',
      slot: 0,
      isPds: isDangerous(seed, index),
      issuedAt: start + 25 * minuteMs,
      expiresAt: start + 6.5 * hourMs,
    }),
    ...watchFor(lines, {
      type: 'SVR',
      slot: 1,
      isPds: false,
      issuedAt: start + 4.4 * hourMs,
      expiresAt: start + 9.25 * hourMs,
    }),
  ];
}

type Occasion = Pick<Watch, 'type' | 'isPds' | 'issuedAt' | 'expiresAt'> & { slot: number };

function watchFor(tracks: Track[], { type, slot, issuedAt, expiresAt, isPds }: Occasion): Watch[] {
  const within = tracks.flatMap(({ samples }) =>
    samples.filter((sample) => sample.time >= issuedAt && sample.time < expiresAt && isSevere(sample)),
  );
  if (within.length === 0) return [];
  const most = (of: (sample: Sample) => number): number => Math.max(...within.map(of));
  const step = 5; // gusts are given in steps of five knots
  return [
    {
      year: new Date(issuedAt).getUTCFullYear(),
      number: yearNumber(issuedAt, 2, slot),
      type,
      isPds,
      hailIn: hailTag(most(({ hailIn }) => hailIn)),
      gustKt: Math.round((most(({ gustMph }) => gustMph) * ktOfMph) / step) * step,
      issuedAt,
      expiresAt,
      ring: bandRing(bandAround(within.flatMap(({ front }) => front))),
    },
  ];
}

/** A watch as the Iowa Environmental Mesonet lists it. */
export function watchFeature(watch: Watch, row: number): object {
  const { year, number, type, isPds, hailIn, gustKt, issuedAt, expiresAt, ring } = watch;
  const page = `ww${String(number).padStart(4, '0')}.html`;
  return {
    id: String(row),
    type: 'Feature',
    properties: {
      sel: `SEL${number % 10}`,
      type,
      number,
      max_hail_size: hailIn,
      max_wind_gust_knots: gustKt,
      is_pds: isPds,
      year,
      spcurl: `https://www.spc.noaa.gov/products/watch/${year}/${page}`,
      issue: zuluTime(issuedAt),
      expire: zuluTime(expiresAt),
    },
    geometry: { type: 'MultiPolygon', coordinates: [[ring]] },
  };
}
