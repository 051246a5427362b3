import { maxZoom } from '@severe/catalogue';
import { tileSize } from '@severe/geo';
import { integer, number, oneOf, required, text } from '@severe/http';
import { serveSquare } from '../serve-square.ts';
import { tileProductOf } from '../tile-products.ts';
import { forecastFrame } from './model-tiles.ts';
import { nowcastTimeParams } from './nowcast/time.ts';
import { observedFrame } from './observed-tiles.ts';
import { endpoint, paletteParam, smoothParam } from './shared.ts';

const families = ['radar', 'satellite', 'nowcast'] as const;

/** GET /squares/{family}/{product}/{z}/{lat}/{lon}.png, and `@2x.png` */
export const squares = [1, 2].map((scale) => {
  const size = tileSize * scale;
  return endpoint({
    path: `/squares/{family}/{product}/{z}/{lat}/{lon}${scale === 2 ? '@2x' : ''}.png`,
    summary: `A picture around a place, ${size} × ${size} PNG.`,
    description:
      'A square in Web Mercator with the place in its middle, of the extent of a map tile at that zoom level: for a widget or a display ' +
      'without a map. `X-Frame-Time` is the time of the frame.',
    tag: 'Radar',
    params: {
      family: required(oneOf(families, { about: 'What the picture is of.', example: 'radar' })),
      product: required(text({ maxLength: 64, about: 'Id of the product.', example: 'composite-reflectivity' })),
      z: required(integer({ min: 0, max: maxZoom, about: 'Zoom level.', example: 6 })),
      lat: required(number({ min: -90, max: 90, about: 'Latitude of the middle.', example: 35.22 })),
      lon: required(number({ min: -180, max: 180, about: 'Longitude of the middle.', example: -97.44 })),
    },
    query: { ...nowcastTimeParams, palette: paletteParam, smooth: smoothParam },
    response: { media: 'image/png', about: 'The picture.' },
    cache: 'in-reply',
    countedAs: 'tile',
    errors: {
      404: 'No such product, or no frame at that time.',
      503: 'The image is temporarily unavailable.',
    },
    async handle({ path: { family, product: id, z, lat, lon }, query }, context) {
      const product = tileProductOf(family, id);
      const choice =
        family === 'nowcast'
          ? await forecastFrame(context, product.product, query)
          : await observedFrame(context, product.product, query.ts);
      return serveSquare(context, product, choice, { z: z + scale - 1, lat, lon, size }, query);
    },
  });
});
