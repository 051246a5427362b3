import { Reply, type Endpoint } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { listAlerts } from '../../resources/alerts/endpoints.ts';
import { listDamageTracks } from '../../resources/damage-tracks/endpoints.ts';
import { listDiscussions } from '../../resources/discussions/endpoints.ts';
import { listEros } from '../../resources/eros/endpoints.ts';
import { listFacilities } from '../../resources/facilities/endpoints.ts';
import { listGauges } from '../../resources/gauges/endpoints.ts';
import { listLightning } from '../../resources/lightning/endpoints.ts';
import { listObservations } from '../../resources/observations/endpoints.ts';
import { listOutlooks } from '../../resources/outlooks/endpoints.ts';
import { listReports } from '../../resources/reports/endpoints.ts';
import { listSoundings } from '../../resources/soundings/endpoints.ts';
import { listStormCells } from '../../resources/storm-cells/endpoints.ts';
import { listWatches } from '../../resources/watches/endpoints.ts';
import { listZones } from '../../resources/zones/endpoints.ts';
import { createReform, type Form } from '../reform.ts';
import { columnsOf, lineOf } from './columns.ts';

/** Lists of points; those of the others are areas and lines. */
const ofPoints = [
  listObservations,
  listReports,
  listLightning,
  listGauges,
  listStormCells,
  listSoundings,
  listFacilities,
];
const ofAreas = [listAlerts, listOutlooks, listWatches, listDiscussions, listEros, listDamageTracks, listZones];

/** Each list as a table, at its own path with `.csv`: with the filters, pages, limits and the cache of the list. */
export const tables: Endpoint<ApiContext>[] = [
  ...ofPoints.map((list) => tableOf(list, 'point')),
  ...ofAreas.map((list) => tableOf(list, 'any')),
];

/** An endpoint whose description says where its table is, if it has one. */
export function namingItsTable(endpoint: Endpoint<ApiContext>): Endpoint<ApiContext> {
  const path = `${endpoint.path}.csv`;
  if (!tables.some((table) => table.path === path)) return endpoint;
  const table = `The same as a table (CSV): \`${path}\`.`;
  return { ...endpoint, description: endpoint.description === undefined ? table : `${endpoint.description} ${table}` };
}

function tableOf(list: Endpoint<ApiContext>, geometry: 'point' | 'any'): Endpoint<ApiContext> {
  const columns = columnsOf(list, geometry);
  const form: Form = {
    media: 'text/csv; charset=utf-8; header=present',
    head: lineOf(columns.map(({ name }) => name)),
    textOf: (feature) => lineOf(columns.map(({ valueOf }) => valueOf(feature))),
    dependsOn: '',
  };
  const reform = createReform();
  return {
    ...list,
    path: `${list.path}.csv`,
    internal: true, // the description of the list names it
    response: { media: 'text/csv', about: 'The list as a table (RFC 4180).' },
    async handle(call, context) {
      const reply = (await list.handle(call, context)) as Reply;
      return withOwnLinks(await reform(reply, form), list.path);
    },
  };
}

/** Links to further pages lead to tables. */
function withOwnLinks({ status, headers, body, isCurrent }: Reply, path: string): Reply {
  const { Link: links } = headers;
  if (links === undefined) return new Reply(status, headers, body, isCurrent);
  return new Reply(status, { ...headers, Link: links.replaceAll(`${path}?`, `${path}.csv?`) }, body, isCurrent);
}
