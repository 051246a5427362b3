import { detailPage, forecastPage, listEntry, type GaugeNow } from '../rivers/documents.ts';
import type { Gauge } from '../rivers/gauges.ts';
import { instantaneousValues, latestItems, type Reading } from '../rivers/values.ts';
import type { Rivers } from '../rivers/water.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

const json = 'application/json';

/** The National Water Prediction Service: gauges in a box, one gauge, and its forecast. */
export function waterService(rivers: Rivers): PageHost {
  const { gauges } = rivers;
  const stateAt = (gauge: Gauge, now: number): GaugeNow => ({
    gauge,
    observed: rivers.observed(gauge, now),
    forecast: rivers.forecast(gauge, now),
    now,
  });
  const pageOf = (lid: string, now: number, documentOf: (at: GaugeNow) => object): Page | undefined => {
    const gauge = gauges.find((one) => one.lid === lid || one.usgsId === lid);
    return gauge && jsonPage(json, documentOf(stateAt(gauge, now)));
  };
  return {
    host: 'api.water.noaa.gov',
    maxAge: 60,
    routes: [
      {
        path: /^nwps\/v1\/gauges$/,
        page(_, query, now) {
          const [west, south, east, north] = ['xmin', 'ymin', 'xmax', 'ymax'].map((name) =>
            Number(query.get(`bbox.${name}`)),
          );
          const within = gauges.filter(({ lon, lat }) => lon >= west && lon < east && lat >= south && lat < north);
          return jsonPage(json, { gauges: within.map((gauge) => listEntry(stateAt(gauge, now))) });
        },
      },
      { path: /^nwps\/v1\/gauges\/(\w+)$/, page: ([lid], _query, now) => pageOf(lid, now, detailPage) },
      {
        path: /^nwps\/v1\/gauges\/(\w+)\/stageflow\/forecast$/,
        page: ([lid], _query, now) => pageOf(lid, now, forecastPage),
      },
    ],
    missing: () => ({ type: json, body: JSON.stringify({ code: 5, message: 'Not Found', details: [] }) }),
  };
}

/** The instantaneous values service of the Geological Survey, by state; 404 for a state without gauges. */
export function surveyValues(rivers: Rivers): PageHost {
  return {
    host: 'waterservices.usgs.gov',
    maxAge: 60,
    routes: [
      {
        path: /^nwis\/iv\/$/,
        page(_, query, now) {
          const state = query.get('stateCd')?.toUpperCase();
          const readings = readingsOf(rivers, now).filter(({ gauge }) => gauge.county.state === state);
          const codes = (query.get('parameterCd') ?? '').split(',');
          return readings.length === 0 ? undefined : jsonPage(json, instantaneousValues(readings, codes));
        },
      },
    ],
    missing: () => ({
      type: 'text/html',
      body: '<!DOCTYPE html><title>404 No sites found matching all criteria</title>\n',
    }),
  };
}

/** Its successor, by parameter. */
export function surveyItems(rivers: Rivers): PageHost {
  return {
    host: 'api.waterdata.usgs.gov',
    maxAge: 60,
    routes: [
      {
        path: /^ogcapi\/v1\/collections\/latest-continuous\/items$/,
        page: (_, query, now) =>
          jsonPage('application/geo+json', latestItems(readingsOf(rivers, now), [query.get('parameter_code') ?? ''])),
      },
    ],
    missing: () => ({ type: json, body: JSON.stringify({ code: 'NotFound', description: 'not simulated' }) }),
  };
}

/** The newest readings at gauges of the Geological Survey. */
function readingsOf(rivers: Rivers, now: number): Reading[] {
  return rivers.gauges
    .filter(({ usgsId }) => usgsId !== '')
    .flatMap((gauge) => {
      const water = rivers.observed(gauge, now);
      return water ? [{ gauge, water }] : [];
    });
}
