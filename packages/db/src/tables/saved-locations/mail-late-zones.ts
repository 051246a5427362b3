import { rowsOf, type TableContext } from '../../context.ts';
import { readChanges, type ReadStep } from '../alerts/read-changes.ts';
import { severityRankSql } from '../alerts/severity.ts';
import type { AlertMail, LocationAlert } from './location.ts';
import { enqueueMails, hitSql, recordSql, toldSql, untoldSql, type ToldRow } from './told.ts';

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
