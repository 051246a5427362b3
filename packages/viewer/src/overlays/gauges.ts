import type { Point } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { bothTimes } from '../times.ts';
import { number, quantity } from '../units.ts';
import { dots, rank } from './draw.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 1000;

/** Colours of the National Water Prediction Service. */
const categories: Record<string, { kind: string; colour: string; rank: number }> = {
  major: { kind: 'Major flood', colour: '#cc33ff', rank: 5 },
  moderate: { kind: 'Moderate flood', colour: '#ff0000', rank: 4 },
  minor: { kind: 'Minor flood', colour: '#ff9900', rank: 3 },
  action: { kind: 'Near flood', colour: '#ffff00', rank: 2 },
  none: { kind: 'No flood', colour: '#00b04f', rank: 1 },
};
const unknown = { kind: 'No flood stage known', colour: '#9aa4ae', rank: 0 };

/** River stages. */
export const gauges: Overlay = {
  id: 'gauges',
  name: 'River gauges',
  source: 'gauges',
  everySeconds: 120,
  inSight: true,
  layers: [dots('gauges', ['interpolate', ['linear'], ['zoom'], 4, ['+', 1.5, ['*', 0.6, rank]], 9, ['+', 4, rank]])],
  load: async ({ bbox }) => symbolsOf(await client.get('/gauges', { bbox, limit }), limit, gaugeSymbol),
};

export function gaugeSymbol({ geometry, properties }: { geometry: unknown; properties: Schemas['Gauge'] }): MapSymbol {
  const {
    id,
    name,
    stage,
    stage_unit: unit,
    discharge,
    discharge_unit: flow,
    time,
    flood_category,
    thresholds,
  } = properties;
  const category = categories[flood_category ?? ''] ?? unknown;
  const minor = thresholds?.minor ?? null;
  return {
    geometry: geometry as Point,
    ...category,
    title: name ?? id,
    lines: compact(
      category.kind,
      stage !== null &&
        `Stage ${quantity(stage, `stage ${unit}`)}${minor === null ? '' : `; floods begin at ${number(minor, `stage ${unit}`)}`}`,
      discharge !== null && `Flow ${quantity(discharge, flow)}`,
      bothTimes(time),
    ),
  };
}
