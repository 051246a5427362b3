import { rowsOf, type TableContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import { severityRankSql } from './severity.ts';

/** Who matches alerts: each reader has a position of its own. That of `late_zones` counts versions of the zones. */
type AlertReader = 'webhooks' | 'saved_locations' | 'late_zones';

/** Result of one step of a reader. */
export interface ReadStep<T> {
  result: T;
  /** Whether changes remain that this step has not matched. */
  more: boolean;
}

/** Limits of one step, so that a statement ends within its time limit. */
export interface StepLimits {
  /** Changed alerts that are matched in one step. */
  alerts: number;
  /** Hits in one step; the next one continues after the last hit. */
  hits: number;
}

/** Position in the changes. */
interface Position {
  version: number;
  alertId: number;
  targetId: number;
}

/**
 * One step of a reader of changed alerts, in a transaction that holds the reader's position. Changes of alerts become
 * visible in the order of their versions, see `changeDataSet`, so no change is passed over.
 *
 * @param work returns the position after the step
 */
export async function readChanges<T>(
  { knex, simulated }: TableContext,
  reader: AlertReader,
  work: (trx: Handle, from: Position) => Promise<{ result: T; next: Position; more: boolean }>,
): Promise<ReadStep<T>> {
  return knex.transaction(async (trx) => {
    await rowsOf(
      trx,
      `insert into alert_readers (simulated, reader, version, alert_id, target_id)
       values (:simulated, :reader, 0, 0, 0) on conflict do nothing`,
      { simulated, reader },
    );
    const [from] = await rowsOf<Position>(
      trx,
      `select version, alert_id as "alertId", target_id as "targetId" from alert_readers
       where simulated = :simulated and reader = :reader for update`,
      { simulated, reader },
    );
    const { result, next, more } = await work(trx, from);
    if (next.version !== from.version || next.alertId !== from.alertId || next.targetId !== from.targetId) {
      await rowsOf(
        trx,
        `update alert_readers set version = :version, alert_id = :alertId, target_id = :targetId
         where simulated = :simulated and reader = :reader`,
        { simulated, reader, ...next },
      );
    }
    return { result, more };
  });
}

/**
 * A common table expression `changed`: active alerts from the position on, in the order of their changes, and their `rank`.
 *
 * @param condition a further one, on the alert `a`
 */
export function changedAlertsSql(condition: string): string {
  return `changed as materialized (
    select a.*, ${severityRankSql('a.severity')} as rank from alerts a
    where a.simulated = :simulated and a.status = 'active' and a.expires > :now and ${condition}
      and (a.changed_version, a.id) >= (:version, :alertId)
    order by a.changed_version, a.id limit :alerts
  )`;
}

/**
 * Columns of the position after a step, for a statement with `changed` and with `hits` (`changed_version`, `alert_id`,
 * `target_id`): behind the last hit if the page is full, else behind the last alert, else behind the newest change.
 */
export const nextPositionSql = `
  (select count(*) from changed) as changed, (select count(*) from hits) as hits,
  (select jsonb_build_array(changed_version, alert_id, target_id) from hits
   order by changed_version desc, alert_id desc, target_id desc limit 1) as "lastHit",
  (select jsonb_build_array(changed_version, id + 1, 0) from changed
   order by changed_version desc, id desc limit 1) as "lastAlert",
  (select jsonb_build_array(max(version) + 1, 0, 0) from data_sets
   where simulated = :simulated and name = 'alerts') as newest`;

/** What `nextPositionSql` returns. */
export interface StepRow {
  changed: number;
  hits: number;
  lastHit: number[] | null;
  lastAlert: number[] | null;
  newest: (number | null)[];
}

/** The position after a step, and whether changes remain. */
export function nextPosition(step: StepRow, limits: StepLimits, from: Position): { next: Position; more: boolean } {
  const full = step.hits >= limits.hits;
  const more = full || step.changed >= limits.alerts;
  const [version, alertId, targetId] = (full ? step.lastHit : more ? step.lastAlert : step.newest) ?? [];
  if (version === null || version === undefined) return { next: from, more: false }; // no alert was ever stored
  return { next: { version, alertId: alertId!, targetId: targetId! }, more };
}
