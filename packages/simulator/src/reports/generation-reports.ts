import { roundTo } from '../model/curves.ts';
import type { Point } from '@severe/geo';
import { generationIntervalMs, planGeneration } from '../model/generation.ts';
import { minuteMs, moved } from '../model/plane.ts';
import { randomSequence, type RandomSequence } from '../model/random.ts';
import { tornadic } from '../threats/hazards.ts';
import { tracksOf, type Sample, type Track } from '../threats/track.ts';
import { floodsOf } from '../warnings/floods.ts';
import { hailName, hailTag, simulatedLabel } from '../warnings/texts.ts';
import type { StormReport } from './report.ts';

/** Least hail (inches) and gust (mph) that is reported; thresholds of warnings are somewhat higher. */
const reportedHailIn = 0.88;
const reportedGustMph = 57;

/** All reports of a generation of storms, with true times and places. Pure in seed and index. */
export function reportsOfGeneration(seed: number, index: number): StormReport[] {
  const generation = planGeneration(seed, index);
  const random = randomSequence(seed, 0x4e9, index);
  const fromTracks = tracksOf(generation, index * generationIntervalMs).flatMap((track) => ofTrack(track, random));
  const floods = floodsOf(generation, seed).flatMap(({ kind, messages: [{ sentAt, place }] }) =>
    kind === 'FF.W' ? ofFlood(place, sentAt, random) : [],
  );
  return [...fromTracks, ...floods];
}

function ofTrack({ kind, samples }: Track, random: RandomSequence): StormReport[] {
  const reports: StormReport[] = [];
  let sinceTornado = Infinity;
  for (const sample of samples) {
    const { hailIn, gustMph, rotation } = sample;
    // A tornado is reported every ten minutes along its path, first at touchdown.
    if (kind !== 'supercell' || rotation < tornadic) sinceTornado = Infinity;
    else if ((sinceTornado += 2) >= 10) {
      sinceTornado = 0;
      reports.push(tornadoAt(sample, random));
    }
    if (hailIn >= reportedHailIn && random.happens(kind === 'line' ? 0.03 : 0.13)) reports.push(hailAt(sample, random));
    if (gustMph >= reportedGustMph && random.happens(kind === 'line' ? 0.16 : 0.04))
      reports.push(windAt(sample, random));
  }
  return reports;
}

function tornadoAt(sample: Sample, random: RandomSequence): StormReport {
  const [place] = sample.front;
  const source = pick(random, ['Storm Chaser', 'Trained Spotter', 'Law Enforcement', 'Emergency Mngr']);
  return completeReport(random, {
    at: sample.time,
    place,
    type: 'tornado',
    source,
    remark: 'Tornado on the ground over open country.',
  });
}

function hailAt(sample: Sample, random: RandomSequence): StormReport {
  const inches = hailTag(Math.max(reportedHailIn, sample.hailIn * random.between(0.7, 1)));
  const place = near(random, sample.front[Math.floor(random.between(0, sample.front.length))], 3);
  const source = pick(random, ['Public', 'Trained Spotter', 'Law Enforcement', 'Co-Op Observer']);
  const remark = `Hail of ${hailName(inches)} size.`;
  return completeReport(random, { at: sample.time, place, type: 'hail', magnitude: inches, source, remark });
}

function windAt(sample: Sample, random: RandomSequence): StormReport {
  const place = near(random, sample.front[Math.floor(random.between(0, sample.front.length))], 6);
  if (random.happens(0.4)) {
    const source = pick(random, ['Emergency Mngr', 'Public', 'Law Enforcement', 'Utility Company']);
    return completeReport(random, {
      at: sample.time,
      place,
      type: 'damage',
      source,
      remark: 'Trees and power lines down.',
    });
  }
  const mph = Math.round(sample.gustMph * random.between(0.96, 1.06));
  const isMeasured = random.happens(0.6);
  const source = isMeasured ? pick(random, ['Mesonet', 'ASOS', 'AWOS']) : 'Trained Spotter';
  const remark = `Gust of ${mph} mph.`;
  return completeReport(random, { at: sample.time, place, type: 'gust', magnitude: mph, isMeasured, source, remark });
}

function ofFlood(place: Point, begins: number, random: RandomSequence): StormReport[] {
  return Array.from({ length: Math.floor(random.between(1, 4)) }, () =>
    completeReport(random, {
      at: begins + random.between(10, 110) * minuteMs,
      place: near(random, place, 14),
      type: 'flood',
      source: 'Law Enforcement',
      remark: 'Water over the road.',
    }),
  );
}

/** Completes a report: it is issued some minutes after the event. */
function completeReport(
  random: RandomSequence,
  observed: Omit<StormReport, 'issuedAt' | 'magnitude' | 'isMeasured'> & Partial<StormReport>,
): StormReport {
  const { at, place, remark } = observed;
  return {
    magnitude: null,
    isMeasured: false,
    ...observed,
    at: Math.floor(at / minuteMs) * minuteMs,
    place: { lat: roundTo(place.lat, 100), lon: roundTo(place.lon, 100) },
    remark: `${simulatedLabel}. ${remark}`,
    issuedAt: Math.ceil(at / minuteMs) * minuteMs + Math.floor(random.between(3, 25)) * minuteMs,
  };
}

function near(random: RandomSequence, place: Point, km: number): Point {
  return moved(place, { east: random.between(-km, km), north: random.between(-km, km) });
}

function pick<T>(random: RandomSequence, list: T[]): T {
  return list[Math.floor(random.between(0, list.length))];
}
