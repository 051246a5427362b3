import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { untilTime } from '../times.ts';
import { areas, dots, labels } from './draw.ts';
import { marksOf, said, type Mark, type Overlay } from './overlay.ts';

type Storm = Schemas['TropicalStorm'];
type Position = Schemas['TropicalPosition'];

/** From below hurricane strength to the fifth category. */
const strengths = ['#3fa7ff', '#ffe66d', '#ffc145', '#ff8c42', '#ff4d4d', '#d100d1'];
const chances: Record<string, string> = { Low: '#ffe14d', Medium: '#ff9900', High: '#e60000' };

const forms: Record<string, string> = {
  TD: 'Tropical depression',
  TS: 'Tropical storm',
  HU: 'Hurricane',
  STD: 'Subtropical depression',
  STS: 'Subtropical storm',
  PTC: 'Potential or post-tropical cyclone',
  PC: 'Post-tropical cyclone',
  DB: 'Remnants',
};

/** Cyclones with the cone and the way that are forecast, and where others may form. */
export const tropical: Overlay = {
  id: 'tropical',
  name: 'Tropical cyclones',
  source: 'tropical',
  everySeconds: 300,
  layers: [...areas('tropical', { fill: 0.12 }), dots('tropical', 8), labels('tropical')],
  async ask() {
    const [storms, areas] = await Promise.all([client.get('/tropical/storms'), client.get('/tropical/outlook')]);
    const all = [marksOf(areas, Infinity, areaMark), marksOf(storms, Infinity, stormMark)];
    return { marks: all.flatMap(({ marks }) => marks), isCut: false };
  },
};

export function stormMark({ geometry, properties }: { geometry: unknown; properties: Storm }): Mark {
  const { feature_kind: part, name, advisory } = properties;
  const of = advisory === null ? undefined : `Advisory ${advisory}`;
  if (part === 'position')
    return { geometry: geometry as Geometry, ...positionWords(properties), drawn: { label: name } };
  const words =
    part === 'cone'
      ? { kind: 'Where the centre may go', colour: '#ffffff', rank: 1, title: `${name}: cone of the centre` }
      : { kind: 'Likeliest way', colour: '#6b4eff', rank: 2, title: `${name}: likeliest way` };
  return { geometry: geometry as Geometry, ...words, lines: said('Winds and rain reach beyond it.', of) };
}

function positionWords(storm: Position): Omit<Mark, 'geometry'> {
  const { name, classification, category, max_wind_kt: wind, gust_kt: gust, pressure_hpa: pressure } = storm;
  const form = `${forms[classification] ?? classification}${category === null ? '' : `, category ${category}`}`;
  return {
    kind: form,
    colour: strengths[category ?? 0],
    rank: 3 + (category ?? 0),
    title: `${name}: ${form}`,
    lines: said(
      wind !== null && `Winds ${wind} kt${gust === null ? '' : `, gusts ${gust} kt`}`,
      pressure !== null && `Pressure ${pressure} hPa`,
      storm.movement_kt !== null && `Moving to ${storm.movement_dir_deg ?? '?'}° at ${storm.movement_kt} kt`,
      storm.issued !== null && `Issued ${untilTime(storm.issued)}`,
    ),
  };
}

function areaMark({ geometry, properties }: { geometry: unknown; properties: Schemas['TropicalArea'] }): Mark {
  const { risk_7day: risk, probability_7day: chance, probability_2day: soon, text } = properties;
  return {
    geometry: geometry as Geometry,
    kind: `${risk ?? 'Unknown'} chance of a cyclone`,
    colour: chances[risk ?? ''] ?? '#a9a9a9',
    rank: 0,
    lines: said(chance !== null && `Within 7 days: ${chance} %`, soon !== null && `Within 2 days: ${soon} %`),
    ...(text === null ? {} : { text: () => Promise.resolve(text) }),
  };
}
