import { rowsOf, type TableContext } from '../../context.ts';
import { boundValues, names, shown } from '../../columns.ts';
import { pointSql } from '../../filters.ts';
import type { Handle } from '../../handle.ts';
import { newSecret } from '../../secret.ts';
import { defineTable, selectList, type Columns } from '../../table.ts';
import { savedLocations as savedLocationsMigration } from './028-saved-locations.ts';
import { chosen, type SavedLocation, type SavedLocations } from './location.ts';
import { mailAlerts, mailLateZones } from './mail-alerts.ts';

const columns: Columns<SavedLocation> = { id: 't.id', ...shown(chosen), createdAt: 't.created_at' };
const columnsSql = selectList(columns);

export const savedLocationsTable = defineTable({
  name: 'saved_locations',
  migrations: [savedLocationsMigration],
  create: createSavedLocations,
});

function createSavedLocations(context: TableContext): SavedLocations {
  const { knex, simulated, clock } = context;
  const run = (on: Handle, sql: string, values: Record<string, unknown>) =>
    rowsOf<SavedLocation>(on, sql, { ...values, simulated });
  const own = 't.id = :id and t.user_id = :userId and t.simulated = :simulated';

  return {
    async insert(userId, location, most) {
      const [made] = await run(
        knex,
        `insert into saved_locations as t (simulated, user_id, ${names(chosen)}, point, unsubscribe_key, created_at)
         select cast(:simulated as boolean), u.id, ${boundValues(chosen)}, ${pointSql}, :key, :now
         from users u
         where u.id = :userId and u.simulated = :simulated
           and has_room(u.id, 'saved_locations', :most)
         returning ${columnsSql}`,
        { userId, ...location, most, key: newSecret(), now: clock() },
      );
      return made;
    },

    ofUser: (userId) =>
      run(
        knex,
        `select ${columnsSql} from saved_locations t where t.user_id = :userId and t.simulated = :simulated order by t.id`,
        { userId },
      ),

    async update(userId, id, { name, alertsEnabled, minSeverity }) {
      const [updated] = await run(
        knex,
        `update saved_locations t set name = coalesce(:name, t.name),
           alerts_enabled = coalesce(:alertsEnabled, t.alerts_enabled),
           min_severity = coalesce(:minSeverity, t.min_severity)
         where ${own} returning ${columnsSql}`,
        {
          userId,
          id,
          name: name ?? null,
          alertsEnabled: alertsEnabled ?? null,
          minSeverity: minSeverity ?? null,
        },
      );
      return updated;
    },

    async remove(userId, id) {
      const removed = await rowsOf(knex, `delete from saved_locations t where ${own} returning t.id`, {
        userId,
        id,
        simulated,
      });
      return removed.length > 0;
    },

    async findByKey(unsubscribeKey) {
      const [found] = await run(
        knex,
        `select ${columnsSql} from saved_locations t where t.unsubscribe_key = :unsubscribeKey and t.simulated = :simulated`,
        { unsubscribeKey },
      );
      return found;
    },

    async unsubscribe(unsubscribeKey) {
      const ended = await rowsOf(
        knex,
        `update saved_locations set alerts_enabled = false
         where unsubscribe_key = :unsubscribeKey and simulated = :simulated returning id`,
        { unsubscribeKey, simulated },
      );
      return ended.length > 0;
    },

    mailAlerts: (limits, compose) => mailAlerts(context, limits, compose),
    mailLateZones: (limit, compose) => mailLateZones(context, limit, compose),
  };
}
