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

/**
 * Matches active alerts whose zones came after them with the locations; see `SavedLocations`. A zone is done when a step finds
 * fewer locations than its limit.
 */
export function mailLateZones(
  context: TableContext,
  limit: number,
  compose: (hit: LocationAlert) => AlertMail,
): Promise<ReadStep<{ mails: number }>> {
  const { simulated, clock } = context;
  return readChanges(context, 'late_zones', async (trx, from) => {
    const [{ told, hits, newest }] = await rowsOf<{ told: ToldRow[] | null; hits: number; newest: number | null }>(
      trx,
      `with hits as materialized (
         select distinct on (a.id, l.id) ${hitSql}
         from zones s
         join alert_zones z on z.ugc = s.ugc and z.kind = s.kind and z.active
         join alerts a on a.id = z.alert_id and a.simulated = :simulated and a.status = 'active' and a.expires > :now
           and a.polygon is null
         join saved_locations l on l.alerts_enabled and l.simulated = :simulated and ST_Intersects(l.point, s.shape)
         join users u on u.id = l.user_id and u.is_active and u.email_verified
         where s.version > :version and ${severityRankSql('a.severity')} >= ${severityRankSql('l.min_severity')}
           and ${untoldSql}
         order by a.id, l.id limit :limit
       ), ${recordSql}
       select ${toldSql} as told, (select count(*) from hits) as hits,
         (select version from data_sets where name = 'zones' and not simulated) as newest`,
      { simulated, now: clock(), limit, version: from.version },
    );
    await enqueueMails(trx, context, told ?? [], compose);
    const more = hits >= limit;
    const next = more || newest === null ? from : { ...from, version: newest };
    return { result: { mails: told?.length ?? 0 }, next, more };
  });
}
