import { t } from '../language.ts';
import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { untilTime } from '../times.ts';
import { quantity } from '../units.ts';
import { areas, dots, labels } from './draw.ts';
import { overlayData, symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

type Storm = Schemas['TropicalStorm'];
type Position = Schemas['TropicalPosition'];

/** Colours from below hurricane strength to category 5. */
const strengths = ['#3fa7ff', '#ffe66d', '#ffc145', '#ff8c42', '#ff4d4d', '#d100d1'];
const chances: Record<string, string> = { Low: '#ffe14d', Medium: '#ff9900', High: '#e60000' };

const kinds: Record<string, string> = {
  Low: t`Low chance of a cyclone`,
  Medium: t`Medium chance of a cyclone`,
  High: t`High chance of a cyclone`,
};

const forms: Record<string, string> = {
  TD: t`Tropical depression`,
  TS: t`Tropical storm`,
  HU: t`Hurricane`,
  STD: t`Subtropical depression`,
  STS: t`Subtropical storm`,
  PTC: t`Potential or post-tropical cyclone`,
  PC: t`Post-tropical cyclone`,
  DB: t`Remnants`,
};

/** Cyclones with forecast cone and track, and areas of possible formation. */
export const tropical: Overlay = {
  id: 'tropical',
  name: t`Tropical cyclones`,
  source: 'tropical',
  everySeconds: 300,
  layers: [...areas('tropical', { fill: 0.12 }), dots('tropical', 8), ...labels('tropical')],
  async load() {
    const [storms, areas] = await Promise.all([client.get('/tropical/storms'), client.get('/tropical/outlook')]);
    const all = [symbolsOf(areas, Infinity, areaSymbol), symbolsOf(storms, Infinity, stormSymbol)];
    return overlayData(() => all.flatMap(({ again }) => again()));
  },
};

export function stormSymbol({ geometry, properties }: { geometry: unknown; properties: Storm }): MapSymbol {
  const { feature_kind: part, name, advisory } = properties;
  const of = advisory === null ? undefined : t`Advisory ${advisory}`;
  if (part === 'position')
    return { geometry: geometry as Geometry, ...positionWords(properties), drawn: { label: name } };
  const words =
    part === 'cone'
      ? { kind: t`Where the centre may go`, colour: '#ffffff', rank: 1, title: t`${name}: cone of the centre` }
      : { kind: t`Likeliest way`, colour: '#6b4eff', rank: 2, title: t`${name}: likeliest way` };
  return { geometry: geometry as Geometry, ...words, lines: compact(t`Winds and rain reach beyond it.`, of) };
}

function nameOf(classification: string | null): string {
  return classification === null ? t`Cyclone` : (forms[classification] ?? classification);
}

function positionWords(storm: Position): Omit<MapSymbol, 'geometry'> {
  const { name, classification, category, max_wind_kt: wind, gust_kt: gust, pressure_hpa: pressure } = storm;
  const form = category === null ? nameOf(classification) : t`${nameOf(classification)}, category ${category}`;
  return {
    kind: form,
    colour: strengths[category ?? 0],
    rank: 3 + (category ?? 0),
    title: `${name}: ${form}`,
    lines: compact(
      wind !== null &&
        (gust === null
          ? t`Winds ${quantity(wind, 'kt', 0)}`
          : t`Winds ${quantity(wind, 'kt', 0)}, gusts ${quantity(gust, 'kt', 0)}`),
      pressure !== null && t`Pressure ${quantity(pressure, 'hPa')}`,
      storm.movement_kt !== null &&
        t`Moving to ${storm.movement_dir_deg ?? '?'}° at ${quantity(storm.movement_kt, 'kt', 0)}`,
      storm.issued !== null && t`Issued ${untilTime(storm.issued)}`,
    ),
  };
}

function areaSymbol({ geometry, properties }: { geometry: unknown; properties: Schemas['TropicalArea'] }): MapSymbol {
  const { risk_7day: risk, probability_7day: chance, probability_2day: soon, text } = properties;
  return {
    geometry: geometry as Geometry,
    kind: kinds[risk ?? ''] ?? t`Unknown chance of a cyclone`,
    colour: chances[risk ?? ''] ?? '#a9a9a9',
    rank: 0,
    lines: compact(chance !== null && t`Within 7 days: ${chance} %`, soon !== null && t`Within 2 days: ${soon} %`),
    ...(text === null ? {} : { text: () => Promise.resolve(text) }),
  };
}
