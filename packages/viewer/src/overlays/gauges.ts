import { t } from '../language.ts';
import type { Point } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { client, type Schemas } from '../service.ts';
import { bothTimes } from '../times.ts';
import { number, quantity } from '../units.ts';
import { colour, rank } from './draw.ts';
import { dropName } from './images.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 1000;

/** Colours of the National Water Prediction Service. */
const categories: Record<string, { kind: string; colour: string; rank: number }> = {
  major: { kind: t`Major flood`, colour: '#cc33ff', rank: 5 },
  moderate: { kind: t`Moderate flood`, colour: '#ff0000', rank: 4 },
  minor: { kind: t`Minor flood`, colour: '#ff9900', rank: 3 },
  action: { kind: t`Near flood`, colour: '#ffff00', rank: 2 },
  none: { kind: t`No flood`, colour: '#00b04f', rank: 1 },
};
const unknown = { kind: t`No flood stage known`, colour: '#9aa4ae', rank: 0 };

/** The size of a drop, which grows with its rank. */
const sizeOf = (least: number, growth: number): ExpressionSpecification => ['+', least, ['*', growth, rank]];

/** River stages. */
export const gauges: Overlay = {
  id: 'gauges',
  name: t`River gauges`,
  source: 'gauges',
  everySeconds: 120,
  inSight: true,
  layers: [
    {
      id: 'gauges drops',
      type: 'symbol',
      source: 'gauges',
      layout: {
        'icon-image': ['concat', dropName, colour],
        'icon-size': ['interpolate', ['linear'], ['zoom'], 4, sizeOf(0.35, 0.1), 9, sizeOf(0.7, 0.15)],
        'icon-overlap': 'always',
        'icon-ignore-placement': true,
        'symbol-sort-key': rank,
      },
    },
  ],
  load: async ({ bbox }) => symbolsOf(await client.get('/gauges', { bbox, limit }), limit, gaugeSymbol),
};

function gaugeSymbol({ geometry, properties }: { geometry: unknown; properties: Schemas['Gauge'] }): MapSymbol {
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
        (minor === null
          ? t`Stage ${quantity(stage, `stage ${unit}`)}`
          : t`Stage ${quantity(stage, `stage ${unit}`)}; floods begin at ${number(minor, `stage ${unit}`)}`),
      discharge !== null && t`Flow ${quantity(discharge, flow)}`,
      bothTimes(time),
    ),
  };
}
