import { t } from '../language.ts';
import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { untilTime } from '../times.ts';
import { areas } from './draw.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 200;

const risks: Record<string, string> = {
  TSTM: t`Thunderstorms`,
  MRGL: t`Marginal risk`,
  SLGT: t`Slight risk`,
  ENH: t`Enhanced risk`,
  MDT: t`Moderate risk`,
  HIGH: t`High risk`,
};

/** Severe-storm outlook for today. */
export const convectiveOutlook: Overlay = {
  id: 'outlook',
  name: t`Severe outlook, day 1`,
  source: 'outlooks',
  everySeconds: 120,
  layers: areas('outlook', { fill: 0.22, width: 0.7 }),
  load: async () => symbolsOf(await client.get('/outlooks', { limit }), limit, outlookSymbol),
};

/** Excessive-rain outlook for today. */
export const rainOutlook: Overlay = {
  id: 'rain',
  name: t`Rain outlook, day 1`,
  source: 'eros',
  everySeconds: 120,
  layers: areas('rain', { fill: 0.16, width: 0.7, dashes: [1, 1.5] }),
  load: async () => symbolsOf(await client.get('/eros', { limit }), limit, rainSymbol),
};

function outlookSymbol({ geometry, properties }: { geometry: unknown; properties: Schemas['Outlook'] }): MapSymbol {
  const { risk, risk_rank: rank, valid_to: until, color, fill } = properties;
  const kind = risks[risk] ?? risk;
  return {
    geometry: geometry as Geometry,
    kind,
    colour: fill ?? color ?? '#a9a9a9',
    rank: rank ?? 0,
    title: t`Severe storms: ${kind.toLowerCase()}`,
    lines: compact(t`Until ${untilTime(until)}`),
  };
}

function rainSymbol(feature: { geometry: unknown; properties: Schemas['ExcessiveRainfallOutlook'] }): MapSymbol {
  const { category, category_rank: rank, probability, valid_to: until, color, fill } = feature.properties;
  const kind = risks[category] ?? category;
  return {
    geometry: feature.geometry as Geometry,
    kind,
    colour: fill ?? color ?? '#a9a9a9',
    rank: rank ?? 0,
    title: t`Excessive rain: ${kind.toLowerCase()}`,
    lines: compact(
      probability !== null && t`At least ${Math.round(probability * 100)} % near a point`,
      t`Until ${untilTime(until)}`,
    ),
  };
}
