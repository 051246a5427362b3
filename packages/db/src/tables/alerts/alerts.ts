import { allOf, equals, geoJsonOf, inArea, inTime, pageOf, type Condition } from '../../filters.ts';
import { removeOldRows } from '../../remove-old.ts';
import { rowsOf, type World } from '../../world.ts';
import type { AlertMark, AlertRow, Alerts, AlertSearch, ChangedAlert, FullAlert, StormMotion } from './alert.ts';
import { settleAlerts, takeAlerts } from './write.ts';

/** As pg gives it: a bigint is text. */
type Row<T> = Omit<T, 'id'> & { id: string };

const COLUMNS = `t.id, t.event_key as "eventKey", t.version, t.status, t.event, t.severity, t.urgency, t.certainty,
  t.headline, t.message_type as "messageType", t.sent, t.effective, t.onset, t.expires, t.ends, t.wfo, t.states, t.fips,
  t.area_desc as "areaDesc", t.zones, t.tags, t.motion, ${geoJsonOf('t.polygon')} as geometry`;

const NEWEST = 't.sent desc, t.id desc';

/** What expires is shown as expired before its row is told so. */
const MARK = `t.changed_version || case when t.status = 'active' and t.expires <= :at then ' expired' else '' end`;

/** A statement has two seconds. */
const removedAtOnce = 500;

const withId = <T extends { id: number }>(row: Row<T>): T => ({ ...row, id: Number(row.id) }) as unknown as T;

export function createAlerts(world: World): Alerts {
  const { knex, simulated } = world;

  return {
    take: (events) => takeAlerts(world, events),
    settle: (present) => settleAlerts(world, present),

    async activeCount() {
      const [{ count }] = await rowsOf<{ count: string }>(
        knex,
        `select count(*) as count from alerts where simulated = :simulated and status = 'active'`,
        { simulated },
      );
      return Number(count);
    },

    async search(search) {
      const page = await pageOf<Row<AlertRow>>(knex, {
        columns: COLUMNS,
        from: 'alerts',
        where: conditionOf(search, simulated),
        order: NEWEST,
        limit: search.limit,
        offset: search.offset,
        through: search.through,
      });
      return { ...page, rows: page.rows.map(withId<AlertRow>) };
    },

    async searchMarks(search) {
      const where = conditionOf(search, simulated, true);
      const page = await pageOf<Row<AlertMark>>(knex, {
        columns: 't.id, t.mark',
        from: 'alerts',
        hits: `t.id, t.sent, ${MARK} as mark`,
        where: { ...where, values: { ...where.values, at: search.at } },
        order: NEWEST,
        again: true,
        limit: search.limit,
        offset: search.offset,
        through: search.through,
      });
      return { ...page, rows: page.rows.map(withId<AlertMark>) };
    },

    async rows(ids) {
      const sql = `select ${COLUMNS} from alerts t where t.simulated = :simulated and t.id = any(:ids)`;
      return (await rowsOf<Row<AlertRow>>(knex, sql, { simulated, ids })).map(withId<AlertRow>);
    },

    async find(id) {
      const [found] = await rowsOf<Row<FullAlert>>(
        knex,
        `select ${COLUMNS}, t.description, t.instruction, (
           select jsonb_agg(jsonb_build_object('version', version, 'sent', sent, 'action', action) order by version)
           from alert_versions where alert_id = t.id) as history
         from alerts t where t.simulated = :simulated and t.id = :id`,
        { simulated, id },
      );
      if (!found) return undefined;
      const history = found.history.map((entry) => ({ ...entry, sent: new Date(entry.sent) }));
      return { ...withId<FullAlert>(found), history };
    },

    async changes(since, limit) {
      const { version, id } = since ?? { version: 0, id: 0 };
      const rows = await rowsOf<Row<ChangedAlert> & { at: string }>(
        knex,
        `select ${COLUMNS}, t.changed_version as at,
           case when t.status <> 'active' then 'ended' when (t.created_version, t.id) > (:version, :id) then 'new'
                else 'updated' end as change
         from alerts t
         where t.simulated = :simulated and (t.changed_version, t.id) > (:version, :id)
           and (:everything or t.status = 'active')
         order by t.changed_version, t.id limit :limit`,
        { simulated, version, id, everything: since !== undefined, limit },
      );
      return rows.map(({ at, ...row }) => {
        const changed = withId<ChangedAlert>(row);
        return { ...changed, cursor: { version: Number(at), id: changed.id } };
      });
    },

    async strongestMotion({ lat, lon, radiusM }, at) {
      const [strongest] = await rowsOf<{ motion: StormMotion }>(
        knex,
        `select t.motion from alerts t
         where t.simulated = :simulated and t.status = 'active' and t.expires > :at and t.motion is not null
           and st_dwithin(geography(t.polygon), geography(st_setsrid(st_makepoint(:lon, :lat), 4326)), :radiusM)
         order by (t.event = 'Tornado Warning') desc, array_position(:severities, t.severity), t.sent desc, t.id desc
         limit 1`,
        { simulated, at, lat, lon, radiusM, severities: ['Extreme', 'Severe', 'Moderate', 'Minor'] },
      );
      return strongest?.motion;
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

    removeOld: (before) =>
      removeOldRows(world, 'alerts', 'expires', before, { only: `status <> 'active'`, atOnce: removedAtOnce }),
  };
}

function conditionOf(search: AlertSearch, simulated: boolean, again = false): Condition {
  const { area, state, wfo, events, severity, urgency, active, at } = search;
  return allOf([
    { sql: 't.simulated = :simulated', values: { simulated } },
    active ? { sql: `t.status = 'active' and t.expires > :at`, values: { at } } : undefined,
    area && inAreaOrZones(area, active, again),
    state === undefined ? undefined : { sql: 't.states @> array[cast(:state as text)]', values: { state } },
    equals('wfo', wfo),
    events && { sql: 'lower(t.event) = any(:events)', values: { events } },
    equals('severity', severity),
    equals('urgency', urgency),
    inTime(search, 't.sent'),
  ]);
}

/**
 * An alert with a polygon lies where the polygon does, one without where any of its zones does. As an array, it is asked
 * once: the embedded engine knows nothing of how full its tables are, and would ask again for every alert.
 */
function inAreaOrZones(area: NonNullable<AlertSearch['area']>, active: boolean, again: boolean): Condition {
  const byPolygon = inArea(area, 'p.polygon', 'shapes', again)!;
  const byZone = inArea(area, 'z.shape', 'shapes', again)!;
  const sql = `t.id = any(array(
    select p.id from alerts p where ${active ? `p.status = 'active' and` : ''} ${byPolygon.sql}
    union all
    select a.alert_id from zones z join alert_zones a on a.ugc = z.ugc and a.kind = z.kind
    where ${active ? 'a.active and' : ''} ${byZone.sql}))`;
  return { sql, values: byPolygon.values };
}
