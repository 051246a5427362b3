import { formatStamp, formatTime } from '@severe/base';
import {
  isMeasured,
  modelIds,
  models,
  modelWishes,
  productsOf,
  radarParameters,
  type Family,
  type ModelSettings,
  type PointParameter,
  type RasterProduct,
} from '@severe/catalogue';
import type { Bounds } from '@severe/geo';

/** A product as a collection of map tiles. */
export interface RasterCollection {
  id: string;
  product: RasterProduct;
}

/** The products that this installation has, as collections. */
export function rasterCollections(settings: ModelSettings): RasterCollection[] {
  const models = modelIds.filter((id) => modelWishes(id, settings).isFollowed);
  const families: Family[] = ['radar', 'nowcast', 'satellite', ...models];
  return families.flatMap((family) =>
    productsOf(family)
      .filter(({ valuesOnly, id }) => !valuesOnly && isWanted(family, id, settings))
      .map((product) => ({ id: `${family}.${product.id}`, product })),
  );
}

function isWanted(family: Family, id: string, settings: ModelSettings): boolean {
  const model = modelIds.find((each) => each === family);
  const fields = model ? modelWishes(model, settings).fields : [];
  return fields.length === 0 || fields.includes(id);
}

/** The parameter that chooses the time of a tile. */
export function timeQuery({ family }: RasterProduct, at: Date | undefined): string {
  if (!at) return '';
  return isMeasured(family) ? `?ts=${formatStamp(at)}` : `?valid=${formatTime(at)}`;
}

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
