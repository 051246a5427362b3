import type { SurveyArchive } from '../surveys/archive.ts';
import { layers } from '../surveys/features.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

/** Largest number of features on a page. */
const pageSize = 2000;

const time = String.raw`timestamp '(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)'`;
/** The one supported condition, in the provider's form: times as timestamps, not milliseconds. */
const condition = new RegExp(`^stormdate BETWEEN ${time} AND ${time}$`, 'i');

/** The Damage Assessment Toolkit: layers of points, lines and polygons, queried by storm time. */
export function damageToolkit(archive: SurveyArchive): PageHost {
  return {
    host: 'services.dat.noaa.gov',
    maxAge: 60,
    routes: [
      {
        path: /^arcgis\/rest\/services\/nws_damageassessmenttoolkit\/DamageViewer\/FeatureServer\/([0-2])\/query$/,
        page: ([layer], query, now) => layerPage(archive, Number(layer), query, now),
      },
    ],
    missing: () => ({
      type: 'application/json',
      body: JSON.stringify({
        error: { code: 400, message: 'Invalid URL, or a condition that is not simulated', details: [] },
      }),
    }),
  };
}

function layerPage(archive: SurveyArchive, layer: number, query: URLSearchParams, now: number): Page | undefined {
  const [, since, until] = condition.exec(query.get('where') ?? '') ?? [];
  const [from, to] = [since, until].map((text) => Date.parse(`${text?.replace(' ', 'T')}Z`));
  if (!(to >= from)) return undefined;
  const offset = Number(query.get('resultOffset') ?? 0);
  const count = Math.min(pageSize, Number(query.get('resultRecordCount') ?? pageSize));
  const all = archive.between(from, to, now).flatMap(layers[layer]);
  return jsonPage('application/geo+json', {
    type: 'FeatureCollection',
    ...(all.length > offset + count ? { properties: { exceededTransferLimit: true } } : {}),
    features: all.slice(offset, offset + count),
  });
}
