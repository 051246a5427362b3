import { isPicture, maxZoom, palettesOf, type RasterProduct } from '@severe/catalogue';
import { shape } from '@severe/http';
import type { TileContext } from '../context.ts';
import { servedProducts } from '../served.ts';
import { boundsShape, endpoint, paletteOf, paletteShape, palettesShape, stampShape, tileTemplate } from './shared.ts';

export const listSatelliteProducts = endpoint({
  path: '/satellite/products',
  summary: 'The satellite products, with what a legend and a map need to show them.',
  description:
    'The description of a composite tells its recipe, where it comes from, and what it does not show by day or by night.',
  tag: 'Satellite',
  response: shape.named(
    'SatelliteProducts',
    shape.object({
      products: shape.arrayOf(
        shape.object({
          id: shape.text({ example: 'ir' }),
          name: shape.text(),
          description: shape.text(),
          units: shape.nullable(shape.text({ about: 'None for composites.', example: 'degC' })),
          min: shape.nullable(shape.number({ about: 'Lower end of a legend.' })),
          max: shape.nullable(shape.number({ about: 'Upper end of a legend.' })),
          threshold: shape.nullable(shape.number({ about: 'Weaker values are drawn clear and read as null.' })),
          cadence_seconds: shape.integer({ about: 'How often there is a new frame.' }),
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
  cache: { seconds: 60 }, // it names what is newest, which must not be a day old
  handle: (_call, context) => ({ products: servedProducts('satellite').map((product) => present(product, context)) }),
});

function present(product: RasterProduct, context: TileContext) {
  const { id, name, about, units, min, max, threshold, everySeconds, bounds } = product;
  const hasValues = !isPicture(product);
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
    latest: context.index.newest('satellite', id)?.stamp ?? null,
    palette: paletteOf(product),
    palettes: palettesOf(product),
    tiles: tileTemplate(context, product),
  };
}
