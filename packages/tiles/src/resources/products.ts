import { isComposite, maxZoom, palettesOf, type RasterProduct } from '@severe/catalogue';
import { shape, type Schema } from '@severe/http';
import type { TileContext } from '../context.ts';
import { tileProducts } from '../tile-products.ts';
import { boundsShape, endpoint, paletteOf, paletteShape, palettesShape, stampShape, tileTemplate } from './shared.ts';

/** Radar mosaics. */
export const listRadarProducts = productsOf({
  family: 'radar',
  name: 'RadarProducts',
  summary: 'Radar products, with the data for legends and maps.',
  tag: 'Radar',
  example: { id: 'composite-reflectivity', units: 'dBZ' },
  range: (bound) => bound,
});

/** Satellite products. Composites have no values, and so no range. */
export const listSatelliteProducts = productsOf({
  family: 'satellite',
  name: 'SatelliteProducts',
  summary: 'Satellite products, with the data for legends and maps.',
  description:
    'The description of a composite gives its recipe, the origin of the recipe, and its limits by day and by ' +
    'night. Composites have no units and no range.',
  tag: 'Satellite',
  example: { id: 'ir', units: 'degC' },
  range: shape.nullable,
});

interface Listing {
  family: 'radar' | 'satellite';
  name: string;
  summary: string;
  description?: string;
  tag: string;
  example: { id: string; units: string };
  /** Schema of the ends of a legend. */
  range: (bound: Schema<number>) => Schema<number | null>;
}

function productsOf({ family, name, example, range, ...words }: Listing) {
  return endpoint({
    path: `/${family}/products`,
    ...words,
    response: shape.named(
      name,
      shape.object({
        products: shape.arrayOf(
          shape.object({
            id: shape.text({ example: example.id }),
            name: shape.text(),
            description: shape.text(),
            units: shape.nullable(shape.text({ example: example.units })),
            min: range(shape.number({ about: 'Lower end of the legend.' })),
            max: range(shape.number({ about: 'Upper end of the legend.' })),
            threshold: shape.nullable(
              shape.number({ about: 'Values below it are transparent in tiles and null at points.' }),
            ),
            cadence_seconds: shape.integer({ about: 'Interval between new frames, in seconds.' }),
            minzoom: shape.integer(),
            maxzoom: shape.integer(),
            bounds: boundsShape,
            latest: shape.nullable(stampShape),
            palette: paletteShape,
            palettes: palettesShape,
            tiles: shape.text({ about: 'URL template of the tiles of the newest frame.' }),
          }),
        ),
      }),
    ),
    cache: { seconds: 60 }, // short, because it names the newest frame
    handle: (_call, context) => ({ products: tileProducts(family).map((product) => present(product, context)) }),
  });
}

function present(product: RasterProduct, context: TileContext) {
  const { family, id, name, about, units, min, max, threshold, everySeconds, bounds } = product;
  const hasValues = !isComposite(product);
  return {
    id,
    name,
    description: about,
    units,
    min: hasValues ? min : null,
    max: hasValues ? max : null,
    threshold: threshold ?? null,
    cadence_seconds: everySeconds,
    minzoom: 0,
    maxzoom: maxZoom,
    bounds: [...bounds],
    latest: context.index.newest(family, id)?.stamp ?? null,
    palette: paletteOf(product),
    palettes: palettesOf(product),
    tiles: tileTemplate(context, product),
  };
}
