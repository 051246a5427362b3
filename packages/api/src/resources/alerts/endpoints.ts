import { mapInSteps } from '@severe/async';
import { RequestError } from '@severe/base';
import type { ChangeCursor, DataSet, Page, PastAlertSearch, Tables, UncountedPage } from '@severe/db';
import { alsoCalled, apiPrefix, composite, integer, oneOf, workPer } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { replyWithCollection, createReply } from '../../shared/collection.ts';
import { featureCollectionOf, perhapsUncounted } from '../../shared/feature.ts';
import { hintFor, otherNames } from '../../shared/other-names.ts';
import { listWork } from '../../shared/list-work.ts';
import {
  active,
  areaOf,
  asOf,
  foreignFilters,
  ids,
  page,
  rangeOf,
  spatial,
  timeRangeOf,
  wfo,
  words,
} from '../../shared/query.ts';
import { parseCursor, presentCursor } from './cursor.ts';
import { alertFeature, alertRecord, fullAlertRecord } from './present.ts';
import { alertChangesShape, alertProperties, fullAlertShape, severities, urgencies } from './schema.ts';

const dataSets = ['alerts', 'zones'] as const;
const seconds = 5;
const errors = { 503: 'The database is unavailable.' };

const urlOf = ({ publicUrl }: ApiContext): string => `${publicUrl()}${apiPrefix}/alerts`;

/** GET /alerts */
export const listAlerts = endpoint({
  path: '/alerts',
  summary: 'Warnings, watches, advisories and statements, newest first.',
  description:
    'One alert is one hazard event. Updates change it and increment its `version`. It is in force until `expires`, the later ' +
    'of the expiry of its newest message and the end of the hazard, unless a message ends it. Alerts without a polygon have ' +
    'a null geometry; spatial filters match the shapes of their zones. Sort order, `start` and `end` refer to ' +
    '`sent`, the time of the current version. Records in force are always counted; of all stored ones only some thousands ' +
    'are, and a list with more has no `numberMatched`.',
  tag: 'Alerts',
  query: {
    ...spatial,
    ...asOf,
    wfo,
    ...timeRangeOf('`sent`'),
    ...page({ limit: 100 }),
    ...ids,
    active: alsoCalled(active.active, ['status', 'is_active', 'in_effect']),
    event: alsoCalled(
      words({
        about:
          'Event names in any case, separated by commas. A beginning stands for all names that have it: `Tornado` for ' +
          'warnings and watches.',
        example: 'Tornado Warning',
      }),
      [
        'events',
        'event_type',
        'eventtype',
        'alert_type',
        'alerttype',
        'type',
        'hazard',
        'code',
        'phenomena',
        'phenomenon',
        'significance',
        'sig',
      ],
    ),
    zone: alsoCalled(
      words({
        about:
          'Zones for which the alert is issued, with or without a polygon: Universal Geographic Codes of counties or ' +
          'forecast zones in any case, separated by commas.',
        example: 'OKC027,OKZ025',
        pattern: '^[ ,]*(?:[A-Za-z]{2}[CcZz][0-9]{3} *(?:,[ ,]*|$))*$',
      }),
      ['zones', 'zoneid', 'zone_id', 'ugc', 'county', 'countycd', 'fips', 'same'],
    ),
    severity: oneOf(severities, { about: 'Rating by the provider: one value.' }),
    urgency: oneOf(urgencies, { about: 'Rating by the provider: one value.' }),
  },
  foreign: {
    ...foreignFilters('zone', 'zones', 'ugc', 'county', 'countycd', 'fips'),
    ...hintFor(['certainty', 'message_type'], 'There is no such filter, but each alert has the field'),
  },
  response: perhapsUncounted(featureCollectionOf('Alert', alertProperties)),
  cache: { seconds },
  work: listWork('alerts', ['event', 'zone', 'severity', 'urgency', 'wfo']),
  errors,
  handle(call, context) {
    const { query } = call;
    const search = {
      ...query,
      ...rangeOf(query),
      area: areaOf(query),
      ids: query.id,
      active: query.active ?? false,
      zones: query.zone?.map((zone) => zone.toUpperCase()),
      events: query.event?.map((name) => name.toLowerCase()),
    };
    return replyWithCollection(call, context, {
      path: '/alerts',
      dataSets,
      seconds,
      async find({ at, asOf: moment }, db) {
        if (moment) return pastPage({ ...search, at, asOf: moment }, db, context);
        const page = await db.alerts.searchRevisions({ ...search, at });
        return { ...page, rows: await context.alertTexts(page.rows, (ids) => textsOf(ids, db, context)) };
      },
      feature: (text) => text,
    });
  },
});

/** A page of the alerts as they were known at a moment, as texts of features. */
async function pastPage(
  search: PastAlertSearch,
  db: Tables,
  context: ApiContext,
): Promise<Page<string> | UncountedPage<string>> {
  const page = await db.alerts.searchPast(search);
  return { ...page, rows: await mapInSteps(page.rows, (alert) => alertFeature(alert, search.asOf, urlOf(context))) };
}

/** Texts of alert features by id. */
async function textsOf(ids: number[], db: Tables, context: ApiContext): Promise<Map<number, string>> {
  const rows = await db.alerts.rows(ids);
  const texts = await mapInSteps(
    rows,
    (alert) => [alert.id, alertFeature(alert, context.clock(), urlOf(context))] as const,
  );
  return new Map(texts);
}

/** GET /alerts/{alert_id} */
export const getAlert = endpoint({
  path: '/alerts/{alert_id}',
  summary: 'One alert with all its details.',
  description: 'An alert remains available after it ends, by default for a year.',
  tag: 'Alerts',
  params: { alert_id: integer({ about: 'The id of the alert.', example: 48213 }) },
  response: fullAlertShape,
  cache: { seconds },
  errors: { ...errors, 404: 'No such alert.' },
  handle({ path }, context) {
    return context.replyFromCache({
      key: `/alerts/${path.alert_id}`,
      dataSets,
      seconds,
      async make(sets) {
        const alert = await context.db.alerts.find(path.alert_id);
        if (!alert) throw new RequestError(404, 'Alert not found');
        const named = await context.db.zones.find(alert.zones);
        const body = fullAlertRecord(alert, named, context.clock(), urlOf(context));
        return createReply(body, 'application/json', sets);
      },
    });
  },
});

/** GET /alerts/changes */
export const listAlertChanges = endpoint({
  path: '/alerts/changes',
  summary: 'Alerts that are new, updated or ended since a cursor, without gaps.',
  description:
    'Without `since`, all alerts in force are returned as new. Each changed alert is reported once, in its ' +
    'current version. If `more` is true, repeat the request at once with the new cursor; else after some seconds. ' +
    'After a 404, start again without `since`: the cursor does not belong to this data set.',
  tag: 'Alerts',
  query: {
    since: alsoCalled(
      composite(parseCursor, {
        about: 'The cursor of the previous response.',
        grammar: String.raw`^\d{1,15}\.\d{1,15}$`,
        example: '1042.48213',
      }),
      ['cursor', 'after', ...otherNames.start],
    ),
    limit: page({ limit: 100 }).limit,
  },
  foreign: hintFor(
    ['bbox', 'point', 'radius', 'state', 'wfo', 'start', 'end', 'event', 'severity', 'urgency', 'zone'],
    'The list has the changes of all alerts: choose by their fields, such as states and wfo, or write /alerts',
  ),
  response: alertChangesShape,
  cache: { seconds },
  work: workPer(400, 'limit'),
  errors: {
    ...errors,
    404: 'The cursor is ahead of all alerts: the data set was replaced after the cursor was issued.',
  },
  handle(call, context) {
    const { since, limit } = call.query;
    return context.replyFromCache({
      key: `/alerts/changes?${call.canonicalQuery()}`,
      dataSets,
      seconds,
      async make(sets) {
        const found = await context.db.alerts.changes(since, limit + 1);
        if (since && found.length === 0) await assertReached(since, sets, context);
        const rows = found.slice(0, limit);
        const record = (change: string) =>
          rows
            .filter((row) => row.change === change)
            .map((row) => alertRecord(row, context.clock(), urlOf(context)))
            .join(',');
        const cursor = presentCursor(rows.at(-1)?.cursor ?? since);
        const ended = rows.flatMap((row) => (row.change === 'ended' ? [row.id] : []));
        const head = JSON.stringify({ cursor, more: found.length > limit, ended });
        const body = `${head.slice(0, -1)},"new":[${record('new')}],"updated":[${record('updated')}]}`;
        return createReply(body, 'application/json', sets);
      },
    });
  },
});

/**
 * Rejects a cursor that is ahead of all alerts: it would report no changes and hide them. @throws {RequestError} 404
 */
async function assertReached({ version }: ChangeCursor, sets: DataSet[], { db }: ApiContext): Promise<void> {
  if (version <= versionOf(sets)) return;
  const newest = versionOf(await db.dataSets.all()); // another process may have issued a cursor that this process does not know yet
  if (version <= newest) return;
  throw new RequestError(
    404,
    `No such cursor: its version is ${version}, the newest version is ${newest}; repeat without since`,
  );
}

function versionOf(sets: DataSet[]): number {
  return sets.find(({ name }) => name === 'alerts')?.version ?? 0;
}
