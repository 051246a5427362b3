import { formatStamp } from '@severe/base';
import { apiPrefix } from '@severe/http';

/** The products that stand for the layers of RainViewer. */
export const layers = { radar: 'composite-reflectivity', satellite: 'ir' } as const;

/** Paths of its JSON documents, and of ours. */
const documents: Record<string, string> = {
  '/public/weather-maps.json': '/rainviewer/weather-maps.json',
  '/public/maps.json': '/rainviewer/maps.json',
};

/**
 * `/v2/radar/{time}/{size}/{z}/{x}/{y}/{color}/{options}.png`, of satellites likewise; the place is a tile, or a latitude and a longitude with
 * a point. `options` are smoothing and snow; snow and the colour scheme change nothing.
 */
const image =
  /^\/v2\/(radar|satellite)\/(latest|\d{1,12}|nowcast_(\d{1,12})_(\d{1,12}))\/(256|512)\/(\d{1,2})\/(-?\d{1,3}\.\d{1,15}|\d{1,10})\/(-?\d{1,3}\.\d{1,15}|\d{1,10})\/\d{1,3}\/([01])_[01]\.png(?:\?|$)/;

/** The path of a frame, to which clients add size, place and colours. */
export const framePath = (layer: keyof typeof layers, at: Date): string => `/v2/${layer}/${secondsOf(at)}`;

/** The same of a frame that is extrapolated. */
export const nowcastPath = (runAt: Date, validAt: Date): string =>
  `/v2/radar/nowcast_${secondsOf(runAt)}_${secondsOf(validAt)}`;

export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

const slash = 47;
/** The third character of all addresses: of `/v2/` and of `/public/`. */
const thirdCharacters = new Set(['2', 'u']);

/** The request target of ours that one of RainViewer stands for; the same for any other. */
export function targetOf(target: string): string {
  // Most requests are none: they are told apart without a search.
  if (target.charCodeAt(0) !== slash || !thirdCharacters.has(target[2])) return target;
  const document = documents[target.split('?', 1)[0]];
  if (document) return apiPrefix + document;
  const [, layer, time, run, valid, size, z, first, second, smooth] = image.exec(target) ?? [];
  if (!layer) return target;
  const stamp = (seconds: string): string => formatStamp(new Date(Number(seconds) * 1000));
  const query = [
    ...(run ? [`ts=${stamp(run)}`, `valid=${stamp(valid)}`] : time === 'latest' ? [] : [`ts=${stamp(time)}`]),
    ...(smooth === '1' ? ['smooth=true'] : []),
  ];
  const family = run ? 'nowcast' : layer;
  const product = layers[layer as keyof typeof layers];
  const isPlace = first.includes('.') && second.includes('.');
  const folder = isPlace ? `squares/${family}` : `${family}/tiles`;
  const path = `${folder}/${product}/${z}/${first}/${second}${size === '512' ? '@2x' : ''}.png`;
  return `${apiPrefix}/${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
