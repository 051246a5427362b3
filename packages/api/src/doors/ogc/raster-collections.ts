import { formatStamp, formatTime } from '@severe/base';
import {
  isMeasured,
  modelIds,
  modelWishes,
  productsOf,
  type Family,
  type ModelSettings,
  type RasterProduct,
} from '@severe/catalogue';

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
