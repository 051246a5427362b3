import { formatStamp } from '@severe/base';
import type { MultiPolygon } from '@severe/geo';
import { offsetTime } from '../land/utc-time.ts';
import { LruCache } from '../lru-cache.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { areaAbove, probabilityGrid, type ProbabilityGrid } from './probability-grid.ts';
import type { FutureEvents, Subject } from './future-events.ts';
import { convectiveIssues, newestIssue, type OutlookTimes } from './schedule.ts';

/** Label and colours of an outlook area. */
interface Level {
  dn: number;
  label: string;
  words: string;
  stroke: string;
  fill: string;
}

type Hazard = Extract<Subject, 'tornado' | 'hail' | 'wind'>;

const level = (dn: number, label: string, words: string, stroke: string, fill: string): Level => ({
  dn,
  label,
  words,
  stroke,
  fill,
});

const categories = [
  level(2, 'TSTM', 'General Thunderstorms Risk', '#55BB55', '#C1E9C1'),
  level(3, 'MRGL', 'Marginal Risk', '#005500', '#66A366'),
  level(4, 'SLGT', 'Slight Risk', '#DDAA00', '#FFE066'),
  level(5, 'ENH', 'Enhanced Risk', '#FF6600', '#FFA366'),
  level(6, 'MDT', 'Moderate Risk', '#CC0000', '#E06666'),
];

/** Line and fill colours by probability, percent. */
const colours: Record<number, [stroke: string, fill: string]> = {
  2: ['#1A731D', '#79BA7A'],
  5: ['#8B4726', '#C5A392'],
  10: ['#FD8A2B', '#FFE481'],
  15: ['#FF9600', '#FFEB7F'],
  30: ['#FF0000', '#FF7F7F'],
  45: ['#FF00FF', '#FF80FF'],
};

/**
 * The contours drawn, the least probability of each category (marginal, slight, enhanced, moderate), and that of the hatched
 * area, percent.
 */
const ladders: Record<Hazard, { drawn: number[]; categories: number[]; hatched: number; peak: number }> = {
  tornado: { drawn: [2, 5, 10, 15], categories: [2, 5, 10, 15], hatched: 10, peak: 0.17 },
  hail: { drawn: [5, 15, 30, 45], categories: [5, 15, 30, 45], hatched: 30, peak: 0.48 },
  wind: { drawn: [5, 15, 30], categories: [5, 15, 30, 45], hatched: 30, peak: 0.4 },
};

const hazards = Object.keys(ladders) as Hazard[];

/** Smoothing and confidence by outlook day: a later day is smoother and less certain. */
const blurKm = (day: number): number => 65 + 28 * (day - 1);
const confidence = (day: number): number => Math.max(0.35, 1 - 0.12 * (day - 1));

/** The outlook files of the Storm Prediction Center at a time. */
export interface OutlookFiles {
  /** A file by its name: `cat`, or the provider's name of a hazard. Undefined if there is no such file. */
  day(day: number, name: string, now: number): { body: object; issuedAt: number } | undefined;
}

const hazardOfName: Record<string, Hazard> = { torn: 'tornado', hail: 'hail', wind: 'wind' };

export function openOutlooks(futureEvents: FutureEvents): OutlookFiles {
  const drawn = new LruCache<string, object[]>(40, () => []);

  const probabilities = (hazard: Hazard, day: number, { validFrom, validTo }: OutlookTimes): ProbabilityGrid =>
    probabilityGrid(
      futureEvents.between(hazard, validFrom, validTo),
      blurKm(day),
      ladders[hazard].peak * confidence(day),
    );

  const categorical = (day: number, times: OutlookTimes): object[] => {
    const thunder = probabilityGrid(
      futureEvents.between('thunder', times.validFrom, times.validTo),
      blurKm(day) + 25,
      1,
    );
    const each = hazards.map((hazard) => ({
      ladder: ladders[hazard].categories,
      of: probabilities(hazard, day, times),
    }));
    return categories.flatMap((category, rank) => {
      // The most severe hazard decides. Each hazard is divided by the threshold of its own ladder, so a share of 1
      // reaches the category.
      const enough = rank === 0 ? 0.06 : 1;
      const share = thunder.map((value, at) =>
        rank === 0 ? value : Math.max(...each.map(({ ladder, of }) => (100 * of[at]) / ladder[rank - 1])),
      );
      return featureOf(areaAbove(share, enough), category, times);
    });
  };

  const ofHazard = (hazard: Hazard, day: number, times: OutlookTimes): object[] => {
    const of = probabilities(hazard, day, times);
    const areas = ladders[hazard].drawn.flatMap((percent) =>
      featureOf(areaAbove(of, percent / 100), percentLevel(percent, `${capitalised(hazard)} Risk`), times),
    );
    const none = `Less Than ${ladders[hazard].drawn[0]}% All Areas`;
    return areas.length > 0 ? [...areas, ...hatched(hazard, day, times)] : [noArea(none, times)];
  };

  /** The hatched area, which the file of the probabilities and one of its own have. */
  const hatched = (hazard: Hazard, day: number, times: OutlookTimes): object[] => {
    const words = `${capitalised(hazard)} Conditional Intensity Group 1 Risk`;
    const area = areaAbove(probabilities(hazard, day, times), ladders[hazard].hatched / 100);
    return featureOf(area, level(1, 'CIG1', words, '#000000', '#888888'), times);
  };

  const ownHatched = (hazard: Hazard, day: number, times: OutlookTimes): object[] => {
    const areas = hatched(hazard, day, times);
    return areas.length > 0 ? areas : [noArea('', times)];
  };

  const anySevere = (day: number, times: OutlookTimes): object[] => {
    const each = hazards.map((hazard) => probabilities(hazard, day, times));
    const any = each[0].map((_, at) => 1 - each.reduce((none, of) => none * (1 - of[at]), 1));
    return [15, 30].flatMap((percent) =>
      featureOf(areaAbove(any, percent / 100), percentLevel(percent, 'Any Severe Risk'), times),
    );
  };

  /** The function that draws a file; undefined if there is no such file. */
  const drawingOf = (day: number, name: string): ((times: OutlookTimes) => object[]) | undefined => {
    const [, ofHatched, short] = /^(cig)?(\w+)$/.exec(name) ?? [];
    const hazard = short !== undefined && Object.hasOwn(hazardOfName, short) ? hazardOfName[short] : undefined;
    if (day >= 4) return name === 'prob' ? (times) => anySevere(day, times) : undefined;
    if (name === 'cat') return (times) => categorical(day, times);
    const draw = ofHatched ? ownHatched : ofHazard;
    return hazard && day <= 2 ? (times) => draw(hazard, day, times) : undefined;
  };

  return {
    day(day, name, now) {
      const drawing = drawingOf(day, name);
      if (!drawing) return undefined;
      const times = newestIssue(now, day - 1, convectiveIssues(day));
      const features = drawn.get(`${day}/${name}/${times.issuedAt}`, () => drawing(times));
      return { body: { type: 'FeatureCollection', features }, issuedAt: times.issuedAt };
    },
  };
}

const capitalised = (word: string): string => `${word[0].toUpperCase()}${word.slice(1)}`;

function percentLevel(percent: number, words: string): Level {
  const [stroke, fill] = colours[percent];
  return level(percent, (percent / 100).toFixed(2), `${percent}% ${words}`, stroke, fill);
}

function featureOf(area: MultiPolygon | undefined, drawn: Level, times: OutlookTimes): object[] {
  return area ? [{ type: 'Feature', geometry: area, properties: propertiesOf(drawn, times) }] : [];
}

/** The one feature of a file without an area, which may say so in words. */
function noArea(label: string, times: OutlookTimes): object {
  const geometry = { type: 'GeometryCollection', geometries: [] };
  return { type: 'Feature', geometry, properties: propertiesOf(level(0, label, '', '', ''), times) };
}

function propertiesOf({ dn, label, words, stroke, fill }: Level, times: OutlookTimes): object {
  const { validFrom, validTo, issuedAt } = times;
  const stamp = (at: number): string => formatStamp(new Date(at));
  return {
    DN: dn,
    VALID: stamp(validFrom),
    EXPIRE: stamp(validTo),
    ISSUE: stamp(issuedAt),
    VALID_ISO: offsetTime(validFrom),
    EXPIRE_ISO: offsetTime(validTo),
    ISSUE_ISO: offsetTime(issuedAt),
    FORECASTER: simulatedLabel,
    LABEL: label,
    LABEL2: words,
    stroke,
    fill,
  };
}
