import { formatStamp } from '@severe/base';
import { nearestOffice } from '@severe/catalogue';
import type { Ring } from '@severe/geo';
import { countiesWithin, stateName } from '../land/counties.ts';
import { bulletinTime } from '../land/local-time.ts';
import { headingTime, zuluTime } from '../land/utc-time.ts';
import { generationIntervalMs, planGeneration } from '../model/generation.ts';
import { hourMs, minuteMs } from '../model/plane.ts';
import { tracksOf, type Track } from '../threats/track.ts';
import { isSevere } from '../warnings/generation-warnings.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { bandAround, bandRing } from './band.ts';
import { packed } from './packed.ts';
import type { Watch } from './watches.ts';
import { yearNumber } from './year-number.ts';

/** A mesoscale discussion of the Storm Prediction Center. */
export interface Discussion {
  year: number;
  number: number;
  issuedAt: number;
  expiresAt: number;
  /** Percent; null if a watch is already in force. */
  watchChance: number | null;
  concerning: string;
  words: string;
  /** Most probable peak values, as text. */
  peaks: { tornado: string | null; gust: string; hail: string };
  ring: Ring;
}

/** When a generation gets a discussion, and its content. */
interface Occasion {
  afterMs: number;
  lastsMs: number;
  kind: Track['kind'];
  watchChance: number | null;
  concerning: (watches: Watch[]) => string;
  words: string;
  peaks: Discussion['peaks'];
}

const watchName = ({ type, number }: Watch): string =>
  `${type === 'TOR' ? 'Tornado' : 'Severe Thunderstorm'} Watch ${number}`;

const supercellPeaks = { tornado: '110-140 MPH', gust: '55-70 MPH', hail: '2.00-3.50 INCHES' };
const linePeaks = { tornado: null, gust: '60-75 MPH', hail: 'UP TO 1.25 INCHES' };

const occasions: Occasion[] = [
  {
    afterMs: 2 * minuteMs,
    lastsMs: 2 * hourMs,
    kind: 'supercell',
    watchChance: 95,
    concerning: () => 'Severe potential...Watch likely',
    words:
      'Towers go up along the dryline where the cap has eroded. Strong shear and rich moisture favour supercells with\nvery large hail and a few tornadoes. A watch will be needed soon.',
    peaks: supercellPeaks,
  },
  {
    afterMs: 2.5 * hourMs,
    lastsMs: 1.75 * hourMs,
    kind: 'supercell',
    watchChance: null,
    concerning: ([first]) => watchName(first),
    words:
      'Supercells have turned right and go on with rotating updrafts. Very large hail and tornadoes remain likely with\nthose that stay apart.',
    peaks: supercellPeaks,
  },
  {
    afterMs: 3.8 * hourMs,
    lastsMs: 1.5 * hourMs,
    kind: 'line',
    watchChance: 80,
    concerning: () => 'Severe potential...Watch likely',
    words:
      'The cold pools of the supercells meet, and a squall line forms. Damaging gusts become the main threat as it moves\neast-southeast.',
    peaks: linePeaks,
  },
  {
    afterMs: 5.8 * hourMs,
    lastsMs: 1.75 * hourMs,
    kind: 'line',
    watchChance: null,
    concerning: ([, second]) => watchName(second),
    words: 'A bowing line with trailing rain goes on east-southeast, with damaging gusts along its leading edge.',
    peaks: linePeaks,
  },
];

/** The discussions of a generation. Pure in seed and index. */
export function discussionsOfGeneration(seed: number, index: number, watches: Watch[]): Discussion[] {
  const start = index * generationIntervalMs;
  const tracks = tracksOf(planGeneration(seed, index), start);
  return occasions.flatMap((occasion, slot) => {
    const { afterMs, lastsMs, kind, watchChance, concerning, words, peaks } = occasion;
    const issuedAt = start + afterMs;
    const expiresAt = issuedAt + lastsMs;
    const places = tracks
      .filter((track) => track.kind === kind)
      .flatMap(({ samples }) =>
        samples.filter((sample) => sample.time >= issuedAt && sample.time < expiresAt + hourMs && isSevere(sample)),
      )
      .flatMap(({ front }) => front);
    if (places.length === 0) return [];
    return [
      {
        year: new Date(issuedAt).getUTCFullYear(),
        number: yearNumber(issuedAt, occasions.length, slot),
        issuedAt,
        expiresAt,
        watchChance,
        concerning: concerning(watches),
        words,
        peaks,
        ring: bandRing(bandAround(places)),
      },
    ];
  });
}

/** A discussion as the Iowa Environmental Mesonet lists it. */
export function discussionFeature(discussion: Discussion): object {
  const { year, number, issuedAt, expiresAt, watchChance, concerning, ring } = discussion;
  const stamp = formatStamp(new Date(issuedAt));
  return {
    type: 'Feature',
    properties: {
      product_id: `${stamp}-KWNS-ACUS11-SWOMCD`,
      year,
      num: number,
      issue: zuluTime(issuedAt),
      expire: zuluTime(expiresAt),
      watch_confidence: watchChance,
      concerning,
    },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

/** The text of the discussion, as the provider sends it. */
export function discussionText(discussion: Discussion): string {
  const { number, issuedAt, expiresAt, watchChance, concerning, words, peaks, ring } = discussion;
  const counties = countiesWithin(ring);
  const states = [...new Set(counties.map(({ state }) => state))];
  const wfos = [...new Set(counties.map(({ middle }) => nearestOffice(middle).id))];
  return [
    ` \nACUS11 KWNS ${headingTime(issuedAt)}\nSWOMCD\nSPC MCD ${headingTime(issuedAt)} \n${states.map((state) => `${state}Z000-`).join('')}${headingTime(expiresAt)}-`,
    `Mesoscale Discussion ${String(number).padStart(4, '0')}\nNWS Storm Prediction Center Norman OK\n${bulletinTime('America/Chicago', issuedAt)}`,
    [
      `Areas affected...${states.map(stateName).join(', ')}`,
      `Concerning...${concerning}`,
      `Valid ${headingTime(issuedAt)}Z - ${headingTime(expiresAt)}Z`,
      ...(watchChance === null ? [] : [`Probability of Watch Issuance...${watchChance} percent`]),
    ].join('\n'),
    `SUMMARY...${simulatedLabel}: this weather never happened.`,
    `DISCUSSION...${words}`,
    `ATTN...WFO...${wfos.map((wfo) => `${wfo}...`).join('')}`,
    `LAT...LON   ${ring.map(packed).join(' ')}`,
    [
      ...(peaks.tornado ? [`MOST PROBABLE PEAK TORNADO INTENSITY...${peaks.tornado}`] : []),
      `MOST PROBABLE PEAK WIND GUST...${peaks.gust}`,
      `MOST PROBABLE PEAK HAIL SIZE...${peaks.hail}`,
    ].join('\n'),
    '',
  ].join('\n\n');
}
