import { rowsOf, type TableContext } from '../../context.ts';
import {
  changedAlertsSql,
  nextPosition,
  nextPositionSql,
  readChanges,
  type ReadStep,
  type StepLimits,
  type StepRow,
} from '../alerts/read-changes.ts';
import { severityRankSql } from '../alerts/severity.ts';
import type { AlertMail, LocationAlert } from './location.ts';
import { enqueueMails, hitSql, recordSql, toldSql, untoldSql, type ToldRow } from './told.ts';

/** Whether the alert `a` holds at the location `l`: by its polygon, or without one by its zones. An index on `point` serves both. */
const atLocationSql = `l.id = any(array(
  select p.id from saved_locations p where p.alerts_enabled and ST_Intersects(p.point, a.polygon)
  union all
  select p.id from alert_zones z join zones s on s.ugc = z.ugc and s.kind = z.kind
  join saved_locations p on p.alerts_enabled and ST_Intersects(p.point, s.shape)
  where a.polygon is null and z.alert_id = a.id))`;

/** Matches changed alerts with the locations; see `SavedLocations`. */
export function mailAlerts(
  context: TableContext,
  limits: StepLimits,
  compose: (hit: LocationAlert) => AlertMail,
): Promise<ReadStep<{ mails: number }>> {
  const { simulated, clock } = context;
  return readChanges(context, 'saved_locations', async (trx, from) => {
    const [{ told, ...step }] = await rowsOf<StepRow & { told: ToldRow[] | null }>(
      trx,
      `with ${changedAlertsSql('true')},
       hits as materialized (
         select ${hitSql}
         from changed a
         join saved_locations l on ${atLocationSql}
         join users u on u.id = l.user_id and u.is_active and u.email_verified
         where l.simulated = :simulated and l.alerts_enabled and a.rank >= ${severityRankSql('l.min_severity')}
           and (a.changed_version, a.id, l.id) > (:version, :alertId, :targetId)
           and ${untoldSql}
         order by a.changed_version, a.id, l.id limit :hits
       ), ${recordSql}
       select ${toldSql} as told,
         ${nextPositionSql}`,
      { simulated, now: clock(), ...limits, ...from },
    );
    await enqueueMails(trx, context, told ?? [], compose);
    return { result: { mails: told?.length ?? 0 }, ...nextPosition(step, limits, from) };
  });
}
