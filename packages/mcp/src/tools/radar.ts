import { z } from 'zod';
import { dataOf } from '../ask.ts';
import { caveatsOf } from '../honesty.ts';
import { neededPlaceOf, placeInput } from '../place.ts';
import { lines, tool } from '../tool.ts';

const products = [
  'composite-reflectivity',
  'base-reflectivity',
  'mesh-30min',
  'rotation-30min',
  'vil',
  'echo-tops',
] as const;

export const radar = tool({
  name: 'radar',
  title: 'Radar value and picture at a place',
  description:
    'The radar value at a place and a picture of the radar around it, about 200 km wide at zoom 7. The picture has no map beneath: its ' +
    'centre is the place.',
  input: z.object({
    ...placeInput,
    product: z.enum(products).default('composite-reflectivity').describe('What is shown.'),
    zoom: z.number().int().min(4).max(9).default(7).describe('Zoom of the picture: one more halves its width.'),
  }),
  async run({ product, zoom, ...given }, client) {
    const { lat, lon, label } = await neededPlaceOf(given, client);
    const [value, picture, caveats] = await Promise.all([
      dataOf(client.get('/radar/point', { lat, lon, product })),
      dataOf(client.get('/squares/{family}/{product}/{z}/{lat}/{lon}@2x.png', { family: 'radar', product, z: zoom, lat, lon })), // prettier-ignore
      caveatsOf(client, ['radar']),
    ]);
    const reading =
      value.value === null ? value.status.replace('_', ' ') : `${value.value} ${value.units ?? ''}`.trim();
    const data = Buffer.from(await picture.arrayBuffer()).toString('base64');
    return [
      lines(`${product} at ${label}: ${reading}, radar of ${value.time ?? 'no time'}.`, ...caveats),
      { type: 'image', data, mimeType: 'image/png' },
    ];
  },
});
