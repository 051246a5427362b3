import { invalid, RequestError } from '@severe/base';
import {
  families,
  isMeasured,
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
import { coverageOf } from './tile-image.ts';

/** A product with its palettes. */
export interface WithPalettes {
  product: Pick<RasterProduct, 'palette' | 'colourBlind'>;
  recolourings: Partial<Record<PaletteName, Recolouring>>;
}

/** A product that has tiles, with tables that requests need. */
export interface TileProduct {
  product: RasterProduct;
  /** Whether the product's bounds touch a tile. */
  covers: (tile: Tile) => boolean;
  /** Changes from the standard palette, in which tiles are drawn, to each other palette. */
  recolourings: Partial<Record<PaletteName, Recolouring>>;
}

const products = Object.fromEntries(families.map((family) => [family, tableOf(family)])) as Record<
  Family,
  Map<string, TileProduct>
>;

/** The products of a family that have tiles, in the order of the catalogue. */
export function tileProducts(family: Family): RasterProduct[] {
  return [...products[family].values()].map(({ product }) => product);
}

/** The product with that id, or undefined. */
export function findTileProduct(family: Family, id: string): TileProduct | undefined {
  return products[family].get(id);
}

/** Name of a family's products in paths and messages. */
const nounOf = (family: Family): string => (isMeasured(family) ? 'product' : 'variable');

/** The product with that id. @throws {RequestError} 404 with the valid ids */
export function tileProductOf(family: Family, id: string): TileProduct {
  const found = findTileProduct(family, id);
  if (found) return found;
  const valid = [...products[family].keys()].join(', ');
  throw new RequestError(404, `Unknown ${family} ${nounOf(family)}; valid ids: ${valid}`);
}

function tableOf(family: Family): Map<string, TileProduct> {
  const withTiles = productsOf(family).filter((product) => !product.valuesOnly);
  return new Map(
    withTiles.map((product) => [
      product.id,
      // a 512-pixel tile is joined from the tiles one level deeper
      { product, covers: coverageOf(product, maxZoom + 1), recolourings: recolouringsOf(product) },
    ]),
  );
}

/** The changes from the standard palette of a product to each of its other palettes. */
export function recolouringsOf(product: WithPalettes['product']): TileProduct['recolourings'] {
  const coloursIn = (name: PaletteName) => (stopsOf(product, name) ?? []).map(([, colour]) => colour);
  const others = palettesOf(product).filter((name) => name !== 'standard');
  return Object.fromEntries(others.map((name) => [name, recolouring(coloursIn('standard'), coloursIn(name))]));
}

/** The change to a palette; undefined for the standard palette. @throws {RequestError} 422 */
export function coloursOf({ product, recolourings }: WithPalettes, palette: PaletteName): Recolouring | undefined {
  if (palette === 'standard' || recolourings[palette]) return recolourings[palette];
  const expected = palettesOf(product)
    .map((name) => `'${name}'`)
    .join(' or ');
  throw invalid(['query', 'palette'], `Input should be ${expected}`, 'enum', { input: palette, ctx: { expected } });
}
