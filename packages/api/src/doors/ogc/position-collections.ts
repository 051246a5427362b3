import {
  modelIds,
  models,
  modelWishes,
  productsOf,
  radarParameters,
  type ModelSettings,
  type PointParameter,
} from '@severe/catalogue';
import type { Bounds } from '@severe/geo';

/** Values that can be asked for at places (Environmental Data Retrieval). */
export interface PositionCollection {
  id: string;
  title: string;
  description: string;
  bounds: Bounds;
  parameters: PointParameter[];
}

/** Products without values of their own at a point forecast: the terrain, which is in the forecast itself. */
const withoutSeries = new Set(['elevation']);

/** The collections that this installation has. */
export function positionCollections(settings: ModelSettings): PositionCollection[] {
  const radar = productsOf('radar');
  const followed = modelIds.filter((id) => modelWishes(id, settings).isFollowed);
  return [
    {
      id: 'radar',
      title: 'Radar mosaics at a place',
      description: 'Values of the radar mosaics of the last hours, and why there is none.',
      bounds: radar[0].bounds,
      parameters: radar.flatMap(radarParameters),
    },
    ...followed.map((id) => ({
      id,
      title: `${models[id].name} at a place`,
      description: `The forecast of ${models[id].name}, hour by hour, from one run.`,
      bounds: models[id].bounds,
      parameters: productsOf(id).filter((product) => !withoutSeries.has(product.id)),
    })),
  ];
}
