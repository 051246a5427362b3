import { collect, Ignored, type Parsed, type Refused } from '../../parse/parsed.ts';
import { bulletinsIn, nameOfBulletin } from '../../parse/saved-bulletins.ts';
import { repairedLine } from '../../parse/shapes.ts';
import { capitalised, parseAdvisory } from './parse-advisory.ts';
import { parseAtcf } from './parse-atcf.ts';
import { basinOf, categoryOf, classificationOf, type StormRow, type StormShapeRow, type TrackPointRow } from './row.ts';

/** Parses public advisories and updates (`TCP`, `TCU`). */
export function readAdvisories(texts: string[], now: Date): Parsed<StormRow> {
  return collect(bulletinsIn(texts, now), nameOfBulletin, ({ text, near }) =>
    isTranslation(text) ? new Ignored('translation') : parseAdvisory(text, near),
  );
}

/** Whether it is the Spanish text of San Juan, whose advisory is sent in English too. */
function isTranslation(text: string): boolean {
  return /^TCPSP\d\s*$/m.test(text);
}

/** The newest positions and official forecasts in track files. */
interface Tracks {
  storms: StormRow[];
  outlines: StormShapeRow[];
  refused: Refused[];
  ignored: Record<string, number>;
}

const bestTrack = 'BEST';
const officialForecast = 'OFCL';

/** Parses track files: the newest position of each best track, and the newest official forecast of each storm. */
export function readTracks(texts: string[]): Tracks {
  const parsed = texts.map((text) => parseAtcf(text));
  const points = parsed.flatMap(({ rows }) => rows.filter(({ stormId }) => basinOf(stormId)));
  const all = parsed.reduce((sum, { rows }) => sum + rows.length, 0);
  const others = points.filter(({ technique }) => technique !== bestTrack && technique !== officialForecast).length;
  return {
    storms: newestOf(points, bestTrack).map((run) => stormOf(run.at(-1)!)),
    outlines: newestOf(points, officialForecast).flatMap(trackOf),
    refused: parsed.flatMap(({ refused }) => refused),
    ignored: { 'forecast of a model': others, 'of another basin': all - points.length },
  };
}

/** The points of one technique at its newest time, by storm, in the order of the forecast. */
function newestOf(points: TrackPointRow[], technique: string): TrackPointRow[][] {
  const runs = new Map<string, TrackPointRow[]>();
  for (const point of points.filter((each) => each.technique === technique)) {
    const run = runs.get(point.stormId);
    if (!run || point.at > run[0].at) runs.set(point.stormId, [point]);
    else if (point.at.getTime() === run[0].at.getTime()) run.push(point);
  }
  return [...runs.values()].map((run) => run.toSorted((a, b) => a.hours - b.hours));
}

function stormOf(point: TrackPointRow): StormRow {
  const {
    stormId,
    at,
    lon,
    lat,
    maxWindKt,
    pressureHpa,
    gustKt = null,
    movementDirDeg = null,
    movementKt = null,
  } = point;
  const classification = classificationOf(point.classification ?? 'DB');
  return {
    stormId,
    basin: basinOf(stormId)!,
    name: capitalised(point.name ?? stormId),
    classification,
    advisory: null,
    issuedAt: at,
    lon,
    lat,
    maxWindKt,
    gustKt,
    pressureHpa,
    movementDirDeg,
    movementKt,
    category: classification === 'HU' ? categoryOf(maxWindKt) : null,
    url: null,
  };
}

function trackOf(run: TrackPointRow[]): StormShapeRow[] {
  if (run.length < 2) return [];
  const [{ stormId, at }] = run;
  const shape = repairedLine({ type: 'LineString', coordinates: run.map(({ lon, lat }) => [lon, lat]) });
  return shape === null ? [] : [{ stormId, kind: 'track', advisory: null, issuedAt: at, shape }];
}
