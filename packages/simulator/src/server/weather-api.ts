import { nearestOffice } from '@severe/catalogue';
import { bulletinEntry, bulletinsAt, isProduct, productCodes } from '../bulletins/bulletin.ts';
import { bulletinText } from '../bulletins/texts.ts';
import type { FutureEvents } from '../center/future-events.ts';
import { centerCodes, centerEntry, centerProducts, type Centers } from '../center/products.ts';
import { allCounties, countyAt, countyOf, type County } from '../land/counties.ts';
import { zoneOf } from '../land/local-time.ts';
import { offsetTime } from '../land/utc-time.ts';
import { hourMs } from '../model/plane.ts';
import { stationFeature } from '../observations/lists.ts';
import { stations } from '../observations/stations.ts';
import { LruCache } from '../lru-cache.ts';
import { alertFeature, urnOf } from '../warnings/feature.ts';
import type { NumberedWarning, WarningArchive } from '../warnings/archive.ts';
import { forecastRoutes } from './forecast-routes.ts';
import { jsonPage, type Page, type PageHost } from './pages.ts';

const api = 'https://api.weather.gov';
const geoJson = 'application/geo+json';

/** The JSON-LD context of every document. */
const context = [
  'https://geojson.org/geojson-ld/geojson-context.jsonld',
  { '@version': '1.1', wx: 'https://api.weather.gov/ontology#', '@vocab': 'https://api.weather.gov/ontology#' },
];

const vocabulary = { '@version': '1.1', '@vocab': 'https://api.weather.gov/ontology#' };

/** Period for which an alert can be requested by its identifier. */
const alertsServedMs = 12 * hourMs;

/** The API of the weather service: alerts, text products, forecasts, stations and zones. */
export function weatherApi(
  seed: number,
  archive: WarningArchive,
  futureEvents: FutureEvents,
  centers: Centers,
): PageHost {
  const features = new LruCache<string, object>(400, () => ({}));
  const featureOf = (warning: NumberedWarning, i: number): object =>
    features.get(`${warning.key}/${i}`, () => alertFeature(seed, warning, i));

  return {
    host: 'api.weather.gov',
    maxAge: 5,
    routes: [
      { path: /^alerts\/active$/, page: (_, _query, now) => activeAlerts(archive, featureOf, now) },
      {
        path: /^alerts\/(urn:oid:[0-9a-f.]+)$/,
        page: ([urn], _query, now) => {
          for (const warning of archive.between(now - alertsServedMs, now)) {
            const i = warning.messages.findIndex(({ sentAt }, at) => sentAt <= now && urnOf(seed, warning, at) === urn);
            if (i >= 0)
              return jsonPage(geoJson, { '@context': context, ...featureOf(warning, i) }, warning.messages[i].sentAt);
          }
          return undefined;
        },
      },
      {
        path: /^products$/,
        page(_, query, now) {
          const code = query.get('type') ?? '';
          const list = {
            code,
            since: Date.parse(query.get('start') ?? '') || 0,
            limit: Number(query.get('limit') ?? 500),
          };
          return productList(seed, centers, list, now);
        },
      },
      {
        path: /^products\/([0-9a-f-]{36})$/,
        page: ([id], _query, now) => bulletinPage(seed, futureEvents, id, now) ?? centerPage(seed, centers, id, now),
      },
      ...forecastRoutes(seed, futureEvents),
      { path: /^stations$/, page: (_, query) => stationList((query.get('id') ?? '').split(',')) },
      { path: /^zones$/, page: (_, query) => zoneList(query) },
      { path: /^zones\/county\/([A-Z]{2}C\d{3})$/, page: ([ugc]) => zonePage('county', ugc) },
      { path: /^zones\/forecast\/([A-Z]{2}Z\d{3})$/, page: ([ugc]) => zonePage('forecast', ugc) },
    ],
    missing: (path) => ({
      type: 'application/problem+json',
      body: JSON.stringify({
        type: 'https://api.weather.gov/problems/NotFound',
        title: 'Not Found',
        status: 404,
        detail: `'/${path}' is not a valid resource path, or is not simulated`,
        instance: `https://api.weather.gov/${path}`,
      }),
    }),
  };
}

/** The newest message of every alert in force, newest first. Cancelled and expired alerts are omitted. */
function activeAlerts(
  archive: WarningArchive,
  featureOf: (warning: NumberedWarning, i: number) => object,
  now: number,
): Page {
  const recent = archive.between(now - hourMs, now);
  const active = recent.flatMap((warning) => {
    const i = warning.messages.findLastIndex(({ sentAt }) => sentAt <= now);
    const { action, endsAt, sentAt } = warning.messages[i];
    return action === 'CAN' || action === 'EXP' || endsAt <= now ? [] : [{ warning, i, sentAt }];
  });
  const sent = recent.flatMap(({ messages }) => messages.map(({ sentAt }) => sentAt)).filter((at) => at <= now);
  const updated = Math.max(Math.floor(now / hourMs) * hourMs, ...sent);
  return jsonPage(
    geoJson,
    {
      '@context': context,
      type: 'FeatureCollection',
      features: active
        .toSorted((one, other) => other.sentAt - one.sentAt)
        .map(({ warning, i }) => featureOf(warning, i)),
      title: 'Current watches, warnings, and advisories',
      updated: offsetTime(updated),
    },
    updated,
  );
}

/** What a list of texts is asked for. */
interface ListQuery {
  code: string;
  since: number;
  limit: number;
}

/** The texts of a product since a time, newest first. */
function productList(seed: number, centers: Centers, { code, since, limit }: ListQuery, now: number): Page | undefined {
  const listed = isProduct(code)
    ? bulletinsAt(seed, code, now).map((text) => ({ issuedAt: text.issuedAt, entry: bulletinEntry(text) }))
    : centerProducts(seed, centers, code, now)?.map((text) => ({ issuedAt: text.issuedAt, entry: centerEntry(text) }));
  const entries = listed?.filter(({ issuedAt }) => issuedAt >= since).slice(0, limit);
  return (
    entries && jsonPage('application/ld+json', { '@context': vocabulary, '@graph': entries.map(({ entry }) => entry) })
  );
}

function bulletinPage(seed: number, futureEvents: FutureEvents, id: string, now: number): Page | undefined {
  const found = productCodes.flatMap((code) => bulletinsAt(seed, code, now)).find((bulletin) => bulletin.id === id);
  if (!found) return undefined;
  const productText = bulletinText(seed, futureEvents, found);
  return jsonPage('application/ld+json', { '@context': vocabulary, ...bulletinEntry(found), productText });
}

function centerPage(seed: number, centers: Centers, id: string, now: number): Page | undefined {
  const all = centerCodes.flatMap((code) => centerProducts(seed, centers, code, now) ?? []);
  const found = all.find((product) => product.id === id);
  if (!found) return undefined;
  return jsonPage('application/ld+json', { '@context': vocabulary, ...centerEntry(found), productText: found.text() });
}

/** The stations with the given identifiers. */
function stationList(ids: string[]): Page {
  const features = stations.filter(({ id }) => ids.includes(id)).map(stationFeature);
  const observationStations = stations.filter(({ id }) => ids.includes(id)).map(({ id }) => `${api}/stations/${id}`);
  return jsonPage(geoJson, { '@context': context, type: 'FeatureCollection', features, observationStations });
}

/** A list of zones, by the query that the service asks: all counties, or the forecast zone of a point. */
function zoneList(query: URLSearchParams): Page | undefined {
  const type = query.get('type');
  if (type === 'county') return countyList();
  const [, lat, lon] = /^(-?[\d.]+),(-?[\d.]+)$/.exec(query.get('point') ?? '') ?? [];
  if (type !== 'forecast' || lat === undefined) return undefined;
  const county = countyAt({ lat: Number(lat), lon: Number(lon) });
  const features = county ? [{ ...zoneFeature('forecast', county), geometry: null }] : [];
  return jsonPage(geoJson, { '@context': context, type: 'FeatureCollection', features });
}

/** All counties with their offices, without shapes. */
function countyList(): Page {
  const features = allCounties().map(({ ugc, name, state, middle }) => ({
    id: `https://api.weather.gov/zones/county/${ugc}`,
    type: 'Feature',
    geometry: null,
    properties: { '@type': 'wx:Zone', id: ugc, type: 'county', name, state, cwa: [nearestOffice(middle).id] },
  }));
  return jsonPage(geoJson, { '@context': context, type: 'FeatureCollection', features });
}

function zonePage(type: 'county' | 'forecast', ugc: string): Page | undefined {
  const county = countyOf(ugc.replace('Z', 'C'));
  return county && jsonPage(geoJson, { '@context': context, ...zoneFeature(type, county) });
}

/** A county as a zone. Its forecast zone has the same area and number, with a Z in its code. */
function zoneFeature(type: 'county' | 'forecast', { ugc, name, state, area, middle }: County): object {
  const office = nearestOffice(middle);
  const code = type === 'county' ? ugc : `${state}Z${ugc.slice(3)}`;
  const id = `https://api.weather.gov/zones/${type}/${code}`;
  return {
    id,
    type: 'Feature',
    geometry: area,
    properties: {
      '@id': id,
      '@type': 'wx:Zone',
      id: code,
      type: type === 'county' ? 'county' : 'public',
      name,
      effectiveDate: '2025-03-18T18:00:00+00:00',
      expirationDate: '2200-01-01T00:00:00+00:00',
      state,
      cwa: [office.id],
      forecastOffices: [`https://api.weather.gov/offices/${office.icao}`],
      timeZone: [zoneOf(office)],
      observationStations: [],
      radarStation: null,
    },
  };
}
