import { maxZoom, palettesOf, type RasterProduct } from '@severe/catalogue';
import { shape } from '@severe/http';
import type { TileContext } from '../context.ts';
import { servedProducts } from '../served.ts';
import { boundsShape, endpoint, paletteOf, paletteShape, palettesShape, stampShape, tileTemplate } from './shared.ts';

export const listRadarProducts = endpoint({
  path: '/radar/products',
  summary: 'The radar products, with what a legend and a map need to show them.',
  tag: 'Radar',
  response: shape.named(
    'RadarProducts',
    shape.object({
      products: shape.arrayOf(
        shape.object({
          id: shape.text({ example: 'composite-reflectivity' }),
          name: shape.text(),
          description: shape.text(),
          units: shape.nullable(shape.text({ example: 'dBZ' })),
          min: shape.number({ about: 'Lower end of a legend.' }),
          max: shape.number({ about: 'Upper end of a legend.' }),
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
  handle: (_call, context) => ({ products: servedProducts('radar').map((product) => present(product, context)) }),
});

function present(product: RasterProduct, context: TileContext) {
  const { id, name, about, units, min, max, threshold, everySeconds, bounds } = product;
  return {
    id,
    name,
    description: about,
    units,
    min,
    max,
    threshold: threshold ?? null,
    cadence_seconds: everySeconds,
    minzoom: 0,
    maxzoom: maxZoom,
    bounds: [...bounds],
    latest: context.index.newest('radar', id)?.stamp ?? null,
    palette: paletteOf(product),
    palettes: palettesOf(product),
    tiles: tileTemplate(context, product),
  };
}
