import { formatTime } from '@severe/base';
import { apiPrefix } from '@severe/http';
import { endpoint } from '../../context.ts';
import { apiVersion } from '../../api-version.ts';
import { presentHealth, presentSource } from './present.ts';
import { presentReplay } from './replay.ts';
import { clockOffsetOf, readSources, trafficOf } from './read-sources.ts';
import { healthShape, landingShape, sourcesShape } from './schema.ts';
import { overallStatus } from './source-status.ts';

/** GET /meta/health */
export const getHealth = endpoint({
  path: '/meta/health',
  summary: 'Freshness of every source, and state of the components of the service.',
  description: 'The status is always 200. Probes use `/healthz` and `/readyz`.',
  tag: 'Meta',
  response: healthShape,
  cache: { seconds: 5 },
  async handle(_call, context) {
    const { clock, version, startedAt, simulated, replay } = context;
    const [states, components, traffic] = await Promise.all([
      readSources(context),
      context.components(),
      trafficOf(context),
    ]);
    const now = clock();
    const offset = clockOffsetOf(traffic, now);
    return {
      status: overallStatus(components.database === 'ok', states, offset),
      time: formatTime(now),
      version: apiVersion,
      service_version: version,
      uptime_seconds: Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1000)),
      clock_offset_seconds: offset,
      simulated,
      replay: presentReplay(replay, now),
      sources: Object.fromEntries(states.map((state) => [state.source.id, presentHealth(state)])),
      components,
    };
  },
});

/** GET /meta/sources */
export const listSources = endpoint({
  path: '/meta/sources',
  summary: 'Data sources, their licences and update intervals.',
  description: '`status` may be up to a minute old; `/meta/health` is live.',
  tag: 'Meta',
  response: sourcesShape,
  cache: { seconds: 60 }, // short, because `status` changes
  async handle(_call, context) {
    const [states, traffic] = await Promise.all([readSources(context), trafficOf(context)]);
    return { sources: states.map((state) => presentSource(state, traffic)) };
  },
});

/** GET /openapi.json */
export const getOpenApi = endpoint({
  path: '/openapi.json',
  summary: 'This API as an OpenAPI 3.1 document.',
  tag: 'Meta',
  response: { json: { type: 'object' } },
  cache: { seconds: 300 },
  handle: (_call, { openApi }) => openApi(),
});

/** GET / */
export const getLanding = endpoint({
  path: '/',
  summary: 'Links to the main resources.',
  tag: 'Meta',
  response: landingShape,
  cache: { seconds: 300 },
  handle: (_call, { publicUrl, version, simulated, replay, clock }) => ({
    name: 'severe',
    version: apiVersion,
    service_version: version,
    simulated,
    replay: presentReplay(replay, clock()),
    links: landingLinks.map(([rel, path, type, title]) => ({ rel, href: `${publicUrl()}${path}`, type, title })),
  }),
});

/** Relation (IANA), path, media type and title of each link. */
const landingLinks: [rel: string, path: string, type: string, title: string][] = [
  ['self', `${apiPrefix}/`, 'application/json', 'This page'],
  ['service-desc', `${apiPrefix}/openapi.json`, 'application/json', 'OpenAPI 3.1'],
  ['service-doc', `${apiPrefix}/docs`, 'text/html', 'API reference'],
  ['status', `${apiPrefix}/meta/health`, 'application/json', 'Health of the sources'],
  ['data', `${apiPrefix}/radar/products`, 'application/json', 'Radar products'],
  ['data', `${apiPrefix}/hrrr/variables`, 'application/json', 'Fields of the HRRR model'],
  ['data', '/public/weather-maps.json', 'application/json', 'Radar for clients of RainViewer'],
  [
    'related',
    `${apiPrefix}/placefiles/warnings.txt`,
    'text/plain',
    'Placefile of warnings, for GRLevelX and Supercell Wx',
  ],
  [
    'related',
    `${apiPrefix}/feeds/alerts.atom`,
    'application/atom+xml',
    'Feed of alerts, with links to messages of CAP 1.2',
  ],
  ['related', `${apiPrefix}/ogc`, 'application/json', 'OGC API: features, map tiles and values at places'],
  ['related', `${apiPrefix}/alerts.csv`, 'text/csv', 'Alerts as a table; so is each list'],
  [
    'related',
    `${apiPrefix}/alerts/point?lat=35.22&lon=-97.44`,
    'application/json',
    'Alerts of a place in a few lines, for home automation',
  ],
  ['alternate', '/at', 'text/html', 'The weather at a place, as a page without a map'],
  ['alternate', '/', 'text/html', 'The map'],
];
