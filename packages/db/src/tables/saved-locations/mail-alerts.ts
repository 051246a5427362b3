import { rowsOf, type TableContext } from '../../context.ts';
import { geoJsonOf } from '../../filters.ts';
import {
  changedAlertsSql,
  nextPosition,
  nextPositionSql,
  readChanges,
  type ReadStep,
  type StepLimits,
  type StepRow,
} from '../alerts/read-changes.ts';
import { readMotion, readTags, type JsonColumns } from '../alerts/json-columns.ts';
import { severityRankSql } from '../alerts/severity.ts';
import { enqueueMail, type NewMail } from '../mails/enqueue.ts';
import type { LocationAlert } from './location.ts';

/** Whether the alert `a` holds at the location `l`: by its polygon, or without one by its zones. An index on `point` serves both. */
const atLocationSql = `l.id = any(array(
  select p.id from saved_locations p where p.alerts_enabled and ST_Intersects(p.point, a.polygon)
  union all
  select p.id from alert_zones z join zones s on s.ugc = z.ugc and s.kind = z.kind
  join saved_locations p on p.alerts_enabled and ST_Intersects(p.point, s.shape)
  where a.polygon is null and z.alert_id = a.id))`;

/** The columns of a hit, with those of its position. */
const hitSql = `
  select l.id as target_id, a.id as alert_id, a.changed_version,
    jsonb_build_object('id', l.id, 'name', l.name, 'label', l.label, 'lat', l.lat, 'lon', l.lon,
      'unsubscribeKey', l.unsubscribe_key) as location,
    u.email, jsonb_build_object('id', a.id, 'event', a.event, 'severity', a.severity, 'headline', a.headline,
      'description', a.description, 'instruction', a.instruction, 'areaDesc', a.area_desc, 'sent', a.sent, 'onset', a.onset,
      'expires', a.expires, 'ends', a.ends, 'tags', a.tags, 'motion', a.motion,
      'polygon', cast(${geoJsonOf('a.polygon')} as json)) as alert`;

/** Matches changed alerts with the locations; see `SavedLocations`. */
export function mailAlerts(
  context: TableContext,
  limits: StepLimits,
  compose: (hit: LocationAlert) => NewMail,
): Promise<ReadStep<{ mails: number }>> {
  const { simulated, clock } = context;
  return readChanges(context, 'saved_locations', async (trx, from) => {
    const [{ told, ...step }] = await rowsOf<StepRow & { told: ToldRow[] | null }>(
      trx,
      `with ${changedAlertsSql('true')},
       hits as materialized (
         ${hitSql}
         from changed a
         join saved_locations l on ${atLocationSql}
         join users u on u.id = l.user_id and u.is_active and u.email_verified
         where l.simulated = :simulated and l.alerts_enabled and a.rank >= ${severityRankSql('l.min_severity')}
           and (a.changed_version, a.id, l.id) > (:version, :alertId, :targetId)
           and not exists (select from location_alerts known where known.location_id = l.id and known.alert_id = a.id)
         order by a.changed_version, a.id, l.id limit :hits
       ), told as (
         insert into location_alerts (location_id, alert_id, told_at) select target_id, alert_id, :now from hits
         on conflict do nothing
       )
       select (select jsonb_agg(jsonb_build_object('location', location, 'email', email, 'alert', alert)) from hits) as told,
         ${nextPositionSql}`,
      { simulated, now: clock(), ...limits, ...from },
    );
    for (const row of told ?? []) await enqueueMail(trx, context, compose(hitOf(row)));
    return { result: { mails: told?.length ?? 0 }, ...nextPosition(step, limits, from) };
  });
}

/** A hit as JSON: times are text. */
type Times = 'sent' | 'onset' | 'expires' | 'ends';
type ToldRow = Omit<LocationAlert, 'alert'> & {
  alert: Omit<LocationAlert['alert'], Times | keyof JsonColumns> &
    JsonColumns &
    Record<'sent' | 'expires', string> &
    Record<'onset' | 'ends', string | null>;
};

function hitOf({ alert, ...row }: ToldRow): LocationAlert {
  const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
  const { sent, onset, expires, ends, tags, motion } = alert;
  const times = { sent: new Date(sent), onset: timeOf(onset), expires: new Date(expires), ends: timeOf(ends) };
  return { ...row, alert: { ...alert, ...times, tags: readTags(tags), motion: readMotion(motion) } };
}
