import type { SearchArea } from '@severe/geo';
import {
  allOf,
  beginsWithAny,
  equals,
  geoJsonOf,
  inArea,
  inTime,
  longPageOf,
  mapPage,
  pageUpTo,
  ofPages,
  walkOf,
  type Condition,
  type Page,
  type UncountedPage,
  type Walk,
} from '../../filters.ts';
import { countRows, preparedRows, rowsOf, type TableContext } from '../../context.ts';
import {
  listed,
  type AlertRevision,
  type AlertRow,
  type Alerts,
  type AlertSearch,
  type ChangedAlert,
  type FullAlert,
  type NumberedArea,
} from './alert.ts';
import { continuableUntil } from './continuity.ts';
import { expireAlerts, storeAlerts } from './write.ts';
import { datesOf } from '../../dates.ts';
import type { Handle } from '../../handle.ts';
import { readMotion, readTags, type AsStored, type JsonColumns } from './json-columns.ts';
import { shown } from '../../columns.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { alerts as alertsMigration } from './005-alerts.ts';
import { alertReaders } from './027-alert-readers.ts';
import { alertIssues, numberKeySql } from './047-alert-issues.ts';
import { alertMessageExpires } from './049-alert-message-expires.ts';
import { alertZoneIndex } from './055-alert-zone-index.ts';
import { zoneKinds } from '../zones/table.ts';

const columns: Columns<AlertRow> = {
  id: 't.id',
  // Where two events claim a key, the second one's has a mark behind it.
  eventKey: `split_part(t.event_key, '~', 1)`,
  version: 't.version',
  status: 't.status',
  ...shown(listed),
  geometry: geoJsonOf('t.polygon'),
};
const columnsSql = selectList(columns);

/**
 * Reads the list of a page: `48213 1042,48190 1040 expired`. One text, because it takes a fifth of the time that pg needs
 * for a row each.
 */
function readRevisions(list: string): AlertRevision[] {
  if (list === '') return [];
  return list.split(',').map((entry) => {
    const space = entry.indexOf(' ');
    return { id: Number(entry.slice(0, space)), revision: entry.slice(space + 1) };
  });
}

const newestSql = 't.sent desc, t.id desc';

/** An alert is presented as expired before its row is updated. */
const revisionSql = `t.changed_version || case when t.status = 'active' and t.expires <= :at then ' expired' else '' end`;

const toAlert = <T extends AlertRow>(row: AsStored<T>): T =>
  ({ ...row, tags: readTags(row.tags), motion: readMotion(row.motion) }) as unknown as T;

/** An alert of a JSON list, in which ids are numbers and times are texts. */
export function readAlert(row: AlertJson): AlertRow {
  const dates = datesOf(row, times);
  return toAlert<AlertRow>(dates);
}

const times = ['sent', 'effective', 'onset', 'expires', 'messageExpires', 'ends'] as const;
type Times = (typeof times)[number];
/** An alert as the database writes it to JSON. */
type AlertJson = Omit<AsStored<AlertRow>, Times> & Record<Times, string>;

export const alertsTable = defineTable({
  name: 'alerts',
  migrations: [alertsMigration, alertReaders, alertIssues, alertMessageExpires, alertZoneIndex],
  dataSet: 'alerts',
  streamSource: 'alerts',
  columns,
  retention: { keep: { days: 'alertRetentionDays' }, column: 'expires', only: `status <> 'active'`, atOnce: 500 },
  create: createAlerts,
});

function createAlerts(context: TableContext): Alerts {
  const { knex, simulated } = context;

  async function find(handle: Handle, id: number): Promise<FullAlert | undefined> {
    const [found] = await rowsOf<AsStored<FullAlert>>(
      handle,
      `select ${columnsSql}, t.description, t.instruction, (
         select jsonb_agg(jsonb_build_object('version', version, 'sent', sent, 'action', action) order by version)
         from alert_versions where alert_id = t.id) as history
       from alerts t where t.simulated = :simulated and t.id = :id`,
      { simulated, id },
    );
    if (!found) return undefined;
    const history = found.history.map((entry) => ({ ...entry, sent: new Date(entry.sent) }));
    return { ...toAlert<FullAlert>(found), history };
  }

  return {
    store: (events) => storeAlerts(context, events, find),
    expire: (present) => expireAlerts(context, present),

    async areasOf(numberKeys, messages) {
      if (numberKeys.length === 0) return [];
      const rows = await rowsOf<NumberedArea & Parameters<typeof continuableUntil>[0]>(
        knex,
        `select id, ${numberKeySql('event_key')} as "numberKey", zones, sent, status, expires, ends,
           exists (select 1 from alert_messages where alert_id = id and identifier not like '% %') as "isListed",
           array(select identifier from alert_messages where alert_id = id and identifier = any(:messages)) as said
         from alerts
         where simulated = :simulated and ${numberKeySql('event_key')} = any(:numberKeys) order by id`,
        { simulated, numberKeys, messages },
      );
      return rows.map((row) => ({ ...row, continuableUntil: continuableUntil(row) }));
    },

    countActive: () => countRows(knex, `alerts where simulated = :simulated and status = 'active'`, { simulated }),

    searchRevisions: (search) => (search.active ? activeRevisions(context, search) : storedRevisions(context, search)),

    async searchPast(search) {
      const { asOf, area, limit, offset, through, ids } = search;
      const found = area && (await findInArea(knex, area));
      const page = await longPageOf<AsStored<AlertRow>>(knex, {
        columns: columnsSql,
        table: 'alerts',
        asOf,
        where: conditionOf(search, simulated, found?.isIn),
        whereThen: conditionOf(search, simulated, found?.test),
        order: newestSql,
        limit,
        offset,
        through,
        ids,
      });
      return mapPage(page, toAlert<AlertRow>);
    },

    async rows(ids) {
      const sql = `select ${columnsSql} from alerts t where t.simulated = :simulated and t.id = any(:ids)`;
      return (await rowsOf<AsStored<AlertRow>>(knex, sql, { simulated, ids })).map(toAlert<AlertRow>);
    },

    find: (id) => find(knex, id),

    async changes(since, limit) {
      const { version, id } = since ?? { version: 0, id: 0 };
      const rows = await rowsOf<AsStored<ChangedAlert> & { at: number }>(
        knex,
        `select ${columnsSql}, t.changed_version as at,
           case when t.status <> 'active' then 'ended' when (t.created_version, t.id) > (:version, :id) then 'new'
                else 'updated' end as change
         from alerts t
         where t.simulated = :simulated and (t.changed_version, t.id) > (:version, :id)
           and (:everything or t.status = 'active')
         order by t.changed_version, t.id limit :limit`,
        { simulated, version, id, everything: since !== undefined, limit },
      );
      return rows.map(({ at, ...row }) => {
        const changed = toAlert<ChangedAlert>(row);
        return { ...changed, cursor: { version: at, id: changed.id } };
      });
    },

    async strongestMotion({ lat, lon, radiusM }, at) {
      const [strongest] = await rowsOf<Pick<JsonColumns, 'motion'>>(
        knex,
        `select t.motion from alerts t
         where t.simulated = :simulated and t.status = 'active' and t.expires > :at and t.motion is not null
           and st_dwithin(geography(t.polygon), geography(st_setsrid(st_makepoint(:lon, :lat), 4326)), :radiusM)
         order by (t.event = 'Tornado Warning') desc, array_position(:severities, t.severity), t.sent desc, t.id desc
         limit 1`,
        { simulated, at, lat, lon, radiusM, severities: ['Extreme', 'Severe', 'Moderate', 'Minor'] },
      );
      return readMotion(strongest?.motion ?? null) ?? undefined;
    },

    async zonesWithoutShape(limit) {
      const rows = await rowsOf<{ zone: string }>(
        knex,
        `select z.kind || '/' || z.ugc as zone from alert_zones z join alerts t on t.id = z.alert_id
         where t.simulated = :simulated and z.active
           and not exists (select from zones known where known.ugc = z.ugc and known.kind = z.kind)
         group by z.kind, z.ugc order by max(t.sent) desc, zone limit :limit`,
        { simulated, limit },
      );
      return rows.map(({ zone }) => zone);
    },
  };
}

/** A page of the alerts in force, which are some thousands: all are counted. */
function activeRevisions({ knex, simulated }: TableContext, search: AlertSearch): Promise<AlertPage> {
  return revisionsWhere(preparedRows, knex, search, conditionOf(search, simulated));
}

/** A page of all stored alerts, which may be a hundred thousand. */
async function storedRevisions({ knex, simulated }: TableContext, search: AlertSearch): Promise<AlertPage> {
  const found = search.area && (await findInArea(knex, search.area));
  const condition = conditionOf(search, simulated, found?.isIn);
  // To test an alert takes some microseconds, so no more are counted than are needed.
  const walk = found && !found.isSmall ? walkOf(search, 0) : walkOf(search);
  return revisionsWhere(rowsOf, knex, search, condition, walk);
}

type AlertPage = Page<AlertRevision> | UncountedPage<AlertRevision>;

/** A page of alerts. @param walk alerts to read; default: all, to count them */
async function revisionsWhere(
  read: typeof rowsOf,
  knex: Handle,
  search: AlertSearch,
  condition: Condition,
  walk?: Walk,
): Promise<AlertPage> {
  const { limit, offset, at } = search;
  const where = allOf([condition, ofPages(search)]);
  const [page] = await read<{ read: number; greatest: number | null; revisions: string }>(
    knex,
    `with hits as materialized (select t.id, t.sent, ${revisionSql} as revision from alerts t where ${where.sql}
       ${walk ? `order by ${newestSql} limit :most offset :skip` : ''})
     select count(*) as read, ${walk ? '(select max(id) from alerts)' : 'max(t.id)'} as greatest,
       array_to_string(array(
         select t.id || ' ' || t.revision from hits t order by ${newestSql} limit :limit offset :offset), ',') as revisions
     from hits t`,
    { ...where.values, at, limit, offset: offset - (walk?.skip ?? 0), ...walk },
  );
  const rows = readRevisions(page.revisions);
  return pageUpTo(rows, {
    read: page.read,
    walk: walk ?? { skip: 0, most: Infinity },
    limit,
    offset,
    through: page.greatest ?? undefined,
  });
}

/** How stored alerts are found in an area. */
interface FoundInArea {
  /** Whether all alerts in it are collected. */
  isSmall: boolean;
  isIn: () => Condition;
  /** Tests each alert. */
  test: () => Condition;
}

/** An area with more alerts, which count once for each zone, is large. */
const maxCollected = 40_000;

/**
 * The alerts in a small area are collected, whenever they were sent. In a large one, the newest alerts are tested one by one until
 * the page is full.
 */
async function findInArea(knex: Handle, area: SearchArea): Promise<FoundInArea> {
  const { zones, expected } = await zonesIn(knex, area);
  const test = (): Condition => testInArea(area, zones);
  if (expected > maxCollected) return { isSmall: false, test, isIn: test };
  const byPolygon = inArea(area, 'p.polygon', 'shapes')!;
  const [{ read, collected }] = await rowsOf<{ read: number; collected: number[] }>(
    knex,
    `with found as materialized (select id from (
       select p.id from alerts p where ${byPolygon.sql}
       union all
       select a.alert_id from unnest(cast(:zones as text[])) zone
         join alert_zones a on a.kind = split_part(zone, '/', 1) and a.ugc = split_part(zone, '/', 2)) of_area limit :beyond)
     select count(*) as read, array(select distinct id from found) as collected from found`,
    { ...byPolygon.values, zones, beyond: maxCollected + 1 },
  );
  const isSmall = read <= maxCollected;
  const isIn = (): Condition => ({ sql: 't.id = any(cast(:collected as bigint[]))', values: { collected } });
  return { isSmall, test, isIn: isSmall ? isIn : test };
}

function conditionOf(
  search: AlertSearch,
  simulated: boolean,
  inAreaOf: (area: SearchArea, active: boolean) => Condition = inAreaOrZones,
): Condition {
  const { area, state, wfo, events, zones, severity, urgency, active, at } = search;
  return allOf([
    { sql: 't.simulated = :simulated', values: { simulated } },
    active ? { sql: `t.status = 'active' and t.expires > :at`, values: { at } } : undefined,
    area && inAreaOf(area, active),
    state === undefined ? undefined : { sql: 't.states @> array[cast(:state as text)]', values: { state } },
    equals('wfo', wfo),
    events && beginsWithAny('t.event', events),
    zones && ofZones(zones),
    equals('severity', severity),
    equals('urgency', urgency),
    inTime(search, 't.sent'),
  ]);
}

/** Alerts that are issued for any of these zones, whether or not they have a polygon. */
function ofZones(ugcs: string[]): Condition {
  const zones = ugcs.flatMap((ugc) => zoneKinds.map((kind) => `${kind}/${ugc}`));
  return { sql: 't.zones && cast(:zones as text[])', values: { zones } };
}

/**
 * An alert with a polygon is matched by the polygon, one without by any of its zones. The subquery is an array, so that it
 * runs once: the embedded engine has no statistics and would otherwise run it for every alert.
 */
export function inAreaOrZones(area: SearchArea, active: boolean): Condition {
  const byPolygon = inArea(area, 'p.polygon', 'shapes', true)!;
  const byZone = inArea(area, 'z.shape', 'shapes', true)!;
  const sql = `t.id = any(array(
    select p.id from alerts p where ${active ? `p.status = 'active' and` : ''} ${byPolygon.sql}
    union all
    select a.alert_id from zones z join alert_zones a on a.ugc = z.ugc and a.kind = z.kind
    where ${active ? 'a.active and' : ''} ${byZone.sql}))`;
  return { sql, values: byPolygon.values };
}

/** The zones in an area, as `kind/ugc`, and how many alerts without a polygon are stored for them, by the statistics. */
async function zonesIn(knex: Handle, area: SearchArea): Promise<{ zones: string[]; expected: number }> {
  const { sql, values } = inArea(area, 'z.shape', 'shapes')!;
  const [{ zones, each }] = await rowsOf<{ zones: string[]; each: number }>(
    knex,
    `select array(select z.kind || '/' || z.ugc from zones z where ${sql}) as zones,
       (select reltuples from pg_class where oid = cast('alert_zones' as regclass))
         / (select greatest(reltuples, 1) from pg_class where oid = cast('zones' as regclass)) as each`,
    values,
  );
  return { zones, expected: zones.length * each };
}

/** An alert names ten zones on average. To compare so many one by one takes a tenth of the time of a subquery. */
const comparedZones = 16;

/** The same as a test of each alert, by the zones that it names. @param zones in the area: a constant is searched by hash */
function testInArea(area: SearchArea, zones: string[]): Condition {
  const byPolygon = inArea(area, 't.polygon', 'shapes', true)!;
  const isIn = (zone: string): string => `${zone} = any(cast(:zonesInArea as text[]))`;
  const first = Array.from({ length: comparedZones }, (_, i) => isIn(`t.zones[${i + 1}]`));
  const sql = `case when t.polygon is not null then ${byPolygon.sql}
    else ${first.join(' or ')}
      or cardinality(t.zones) > ${comparedZones} and exists (select from unnest(t.zones) named where ${isIn('named')}) end`;
  return { sql, values: { ...byPolygon.values, zonesInArea: zones } };
}
