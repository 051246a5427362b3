import type { RainOutlookFiles } from '../center/rain-outlooks.ts';
import { jsonPage, type PageHost } from './pages.ts';

/** The Weather Prediction Center: excessive rainfall outlooks. */
export function predictionCenter(outlooks: RainOutlookFiles): PageHost {
  return {
    host: 'www.wpc.ncep.noaa.gov',
    maxAge: 300,
    routes: [
      {
        path: /^exper\/eromap\/geojson\/Day([1-3])_Latest\.geojson$/,
        page: ([day], _query, now) => {
          const { body, issuedAt } = outlooks.day(Number(day), now);
          return jsonPage('application/geo+json', body, issuedAt);
        },
      },
    ],
    missing: () => ({ type: 'text/html', body: '<!DOCTYPE html><title>404 Not Found</title><h1>Not Found</h1>\n' }),
  };
}
