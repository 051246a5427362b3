import { invalid, RequestError } from '@severe/base';
import {
  families,
  maxZoom,
  palettesOf,
  productsOf,
  stopsOf,
  type Family,
  type PaletteName,
  type RasterProduct,
} from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { recolouring, type Recolouring } from '@severe/raster';
import { reachOf } from './drawn-tile.ts';

/** What has palettes, and ways from the standard one to the others. */
export interface Coloured {
  product: Pick<RasterProduct, 'palette' | 'colourBlind'>;
  colours: Partial<Record<PaletteName, Recolouring>>;
}

/** A product that has tiles, with what is asked of it on every request. */
export interface Served {
  product: RasterProduct;
  /** Whether the product's bounds touch a tile. */
  reaches: (tile: Tile) => boolean;
  /** How its tiles come to another palette than the one that they are drawn in. */
  colours: Partial<Record<PaletteName, Recolouring>>;
}

const served = Object.fromEntries(families.map((family) => [family, tableOf(family)])) as Record<
  Family,
  Map<string, Served>
>;

/** The products of a family that have tiles, in the order in which they are listed. */
export function servedProducts(family: Family): RasterProduct[] {
  return [...served[family].values()].map(({ product }) => product);
}

/** The product of that name, or undefined. */
export function findServed(family: Family, id: string): Served | undefined {
  return served[family].get(id);
}

/** What a family calls its products in paths and messages. */
const nouns: Record<Family, string> = { radar: 'product', satellite: 'product', hrrr: 'variable' };

/** The product of that name. @throws {RequestError} 404 that lists the valid ones */
export function servedOf(family: Family, id: string): Served {
  const found = findServed(family, id);
  if (found) return found;
  const valid = [...served[family].keys()].join(', ');
  throw new RequestError(404, `Unknown ${family} ${nouns[family]}; there are ${valid}`);
}

function tableOf(family: Family): Map<string, Served> {
  const drawn = productsOf(family).filter((product) => !product.valuesOnly);
  // a picture of twice the pixels is made of the tiles one level deeper
  return new Map(
    drawn.map((product) => [
      product.id,
      { product, reaches: reachOf(product, maxZoom + 1), colours: recolouringsOf(product) },
    ]),
  );
}

/** How the tiles of a product come to each of its other palettes. */
export function recolouringsOf(product: Coloured['product']): Served['colours'] {
  const coloursIn = (name: PaletteName) => (stopsOf(product, name) ?? []).map(([, colour]) => colour);
  const others = palettesOf(product).filter((name) => name !== 'standard');
  return Object.fromEntries(others.map((name) => [name, recolouring(coloursIn('standard'), coloursIn(name))]));
}

/** The colours of a palette; undefined for those that tiles are drawn in. @throws {RequestError} 422 */
export function coloursOf({ product, colours }: Coloured, palette: PaletteName): Recolouring | undefined {
  if (palette === 'standard' || colours[palette]) return colours[palette];
  const expected = palettesOf(product)
    .map((name) => `'${name}'`)
    .join(' or ');
  throw invalid(['query', 'palette'], `Input should be ${expected}`, 'enum', { input: palette, ctx: { expected } });
}
