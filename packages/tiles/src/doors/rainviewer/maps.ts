import { minuteMs } from '@severe/async';
import { nowcast } from '@severe/catalogue';
import { shape } from '@severe/http';
import type { TileContext } from '../../context.ts';
import { chooseForecast } from '../../choose-frame.ts';
import { thin } from '../../resources/radar-frames.ts';
import { endpoint } from '../../resources/shared.ts';
import { tileProductOf } from '../../tile-products.ts';
import { framePath, layers, nowcastPath, secondsOf } from './addresses.ts';

/** Frames of the last two hours, ten minutes apart, as clients of RainViewer expect. */
const [windowMinutes, stepMinutes] = [120, 10];

const frameShape = shape.object({
  time: shape.integer({ about: 'Seconds since 1970.' }),
  path: shape.text({
    about: 'Path of its images; size, place, colours and options follow.',
    example: '/v2/radar/1779315480',
  }),
});

const observed = 'Observed in the last two hours, ten minutes apart.';

/** GET /rainviewer/weather-maps.json */
export const getRainViewerMaps = endpoint({
  path: '/rainviewer/weather-maps.json',
  summary: 'Frames of radar and satellite in the form of the API of RainViewer.',
  description:
    'Also at `/public/weather-maps.json`, so that a client of RainViewer changes its base address only. Images are at ' +
    '`{host}{path}/{size}/{z}/{x}/{y}/{color}/{options}.png`, with the place as a tile or as latitude and longitude.',
  tag: 'Radar',
  response: shape.named(
    'RainViewerMaps',
    shape.object({
      version: shape.text({ about: 'Version of that API.', example: '2.0' }),
      generated: shape.integer({ about: 'Seconds since 1970.' }),
      host: shape.text({ about: 'What the paths follow.', example: 'https://wx.example.org' }),
      radar: shape.object(
        {
          past: shape.arrayOf(frameShape, { about: observed }),
          nowcast: shape.arrayOf(frameShape, { about: 'Extrapolated; empty while the newest radar image is too old.' }),
        },
        { about: 'Radar mosaics of the United States.' },
      ),
      satellite: shape.object(
        { infrared: shape.arrayOf(frameShape, { about: observed }) },
        { about: 'Images of satellites.' },
      ),
    }),
  ),
  cache: { seconds: 15 },
  handle(_, context) {
    return {
      version: '2.0',
      generated: secondsOf(context.clock()),
      host: context.publicUrl(),
      radar: { past: pastOf(context, 'radar'), nowcast: nowcastOf(context) },
      satellite: { infrared: pastOf(context, 'satellite') },
    };
  },
});

/** GET /rainviewer/maps.json */
export const getRainViewerTimes = endpoint({
  path: '/rainviewer/maps.json',
  summary: 'Times of radar frames in the form of the older API of RainViewer.',
  description: 'Also at `/public/maps.json`.',
  tag: 'Radar',
  response: shape.arrayOf(shape.integer({ about: 'Seconds since 1970.' })),
  cache: { seconds: 15 },
  handle: (_, context) => pastOf(context, 'radar').map(({ time }) => time),
});

function pastOf({ index }: TileContext, layer: keyof typeof layers): { time: number; path: string }[] {
  const frames = index.runs(layer, layers[layer])[0]?.frames ?? [];
  return thin(frames, windowMinutes, stepMinutes).map(({ validAt }) => ({
    time: secondsOf(validAt),
    path: framePath(layer, validAt),
  }));
}

/** The newest run that is shown, in the same steps. */
function nowcastOf({ index, clock }: TileContext): { time: number; path: string }[] {
  const { product } = tileProductOf('nowcast', layers.radar);
  const leads = nowcast.leads.filter((lead) => lead % stepMinutes === 0);
  return leads.flatMap((lead) => {
    const frame = chooseForecast(index, product, { run: undefined, valid: lead * minuteMs }, clock())?.frame;
    if (!frame?.runAt) return [];
    return [{ time: secondsOf(frame.validAt), path: nowcastPath(frame.runAt, frame.validAt) }];
  });
}
