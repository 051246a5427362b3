import type { Point } from '@severe/geo';
import { generationEvery, planGeneration } from '../model/generation.ts';
import { minute, moved } from '../model/plane.ts';
import { dice, type Dice } from '../model/random.ts';
import { tornadic } from '../threats/hazards.ts';
import { tracksOf, type Sample, type Track } from '../threats/track.ts';
import { floodsOf } from '../warnings/floods.ts';
import { hailName, hailTag, mark } from '../warnings/words.ts';
import type { StormReport } from './report.ts';

/** Least hail (inches) and gust (mph) that is reported; thresholds of warnings are somewhat higher. */
const tellingHailIn = 0.88;
const tellingGustMph = 57;

/** All reports of a generation of storms, with true times and places. Pure in seed and index. */
export function reportsOfRound(seed: number, index: number): StormReport[] {
  const round = planGeneration(seed, index);
  const roll = dice(seed, 0x4e9, index);
  const told = tracksOf(round, index * generationEvery).flatMap((track) => ofTrack(track, roll));
  const floods = floodsOf(round, seed).flatMap(({ kind, messages: [{ sentAt, place }] }) =>
    kind === 'FF.W' ? ofFlood(place, sentAt, roll) : [],
  );
  return [...told, ...floods];
}

function ofTrack({ kind, samples }: Track, roll: Dice): StormReport[] {
  const reports: StormReport[] = [];
  let sinceTornado = Infinity;
  for (const sample of samples) {
    const { hailIn, gustMph, rotation } = sample;
    // A tornado is reported every ten minutes along its path, first at touchdown.
    if (kind !== 'supercell' || rotation < tornadic) sinceTornado = Infinity;
    else if ((sinceTornado += 2) >= 10) {
      sinceTornado = 0;
      reports.push(tornadoAt(sample, roll));
    }
    if (hailIn >= tellingHailIn && roll.happens(kind === 'line' ? 0.03 : 0.13)) reports.push(hailAt(sample, roll));
    if (gustMph >= tellingGustMph && roll.happens(kind === 'line' ? 0.16 : 0.04)) reports.push(windAt(sample, roll));
  }
  return reports;
}

function tornadoAt(sample: Sample, roll: Dice): StormReport {
  const [place] = sample.front;
  const source = pick(roll, ['Storm Chaser', 'Trained Spotter', 'Law Enforcement', 'Emergency Mngr']);
  return told(roll, {
    at: sample.time,
    place,
    type: 'tornado',
    source,
    remark: 'Tornado on the ground over open country.',
  });
}

function hailAt(sample: Sample, roll: Dice): StormReport {
  const inches = hailTag(Math.max(tellingHailIn, sample.hailIn * roll.between(0.7, 1)));
  const place = near(roll, sample.front[Math.floor(roll.between(0, sample.front.length))], 3);
  const source = pick(roll, ['Public', 'Trained Spotter', 'Law Enforcement', 'Co-Op Observer']);
  const remark = `Hail of ${hailName(inches)} size.`;
  return told(roll, { at: sample.time, place, type: 'hail', magnitude: inches, source, remark });
}

function windAt(sample: Sample, roll: Dice): StormReport {
  const place = near(roll, sample.front[Math.floor(roll.between(0, sample.front.length))], 6);
  if (roll.happens(0.4)) {
    const source = pick(roll, ['Emergency Mngr', 'Public', 'Law Enforcement', 'Utility Company']);
    return told(roll, { at: sample.time, place, type: 'damage', source, remark: 'Trees and power lines down.' });
  }
  const mph = Math.round(sample.gustMph * roll.between(0.96, 1.06));
  const isMeasured = roll.happens(0.6);
  const source = isMeasured ? pick(roll, ['Mesonet', 'ASOS', 'AWOS']) : 'Trained Spotter';
  const remark = `Gust of ${mph} mph.`;
  return told(roll, { at: sample.time, place, type: 'gust', magnitude: mph, isMeasured, source, remark });
}

function ofFlood(place: Point, begins: number, roll: Dice): StormReport[] {
  return Array.from({ length: Math.floor(roll.between(1, 4)) }, () =>
    told(roll, {
      at: begins + roll.between(10, 110) * minute,
      place: near(roll, place, 14),
      type: 'flood',
      source: 'Law Enforcement',
      remark: 'Water over the road.',
    }),
  );
}

/** Completes a report: it is issued some minutes after the event. */
function told(
  roll: Dice,
  seen: Omit<StormReport, 'toldAt' | 'magnitude' | 'isMeasured'> & Partial<StormReport>,
): StormReport {
  const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100;
  const { at, place, remark } = seen;
  return {
    magnitude: null,
    isMeasured: false,
    ...seen,
    at: Math.floor(at / minute) * minute,
    place: { lat: hundredths(place.lat), lon: hundredths(place.lon) },
    remark: `${mark}. ${remark}`,
    toldAt: Math.ceil(at / minute) * minute + Math.floor(roll.between(3, 25)) * minute,
  };
}

function near(roll: Dice, place: Point, km: number): Point {
  return moved(place, { east: roll.between(-km, km), north: roll.between(-km, km) });
}

function pick<T>(roll: Dice, list: T[]): T {
  return list[Math.floor(roll.between(0, list.length))];
}
