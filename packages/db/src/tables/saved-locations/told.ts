import { dayMs } from '@severe/async';
import type { TableContext } from '../../context.ts';
import { geoJsonOf } from '../../filters.ts';
import type { Handle } from '../../handle.ts';
import { severities } from '../alerts/severity.ts';
import { readMotion, readTags, type JsonColumns } from '../alerts/json-columns.ts';
import { enqueueMail } from '../mails/enqueue.ts';
import type { AlertMail, LocationAlert } from './location.ts';

/** The columns of a hit: the alert `a` at the location `l` of the user `u`, with those of its position. */
export const hitSql = `l.id as target_id, a.id as alert_id, a.changed_version,
    jsonb_build_object('id', l.id, 'name', l.name, 'label', l.label, 'lat', l.lat, 'lon', l.lon,
      'unsubscribeKey', l.unsubscribe_key) as location,
    u.email, jsonb_build_object('id', a.id, 'event', a.event, 'severity', a.severity, 'headline', a.headline,
      'description', a.description, 'instruction', a.instruction, 'areaDesc', a.area_desc, 'sent', a.sent, 'onset', a.onset,
      'expires', a.expires, 'tags', a.tags, 'motion', a.motion,
    'polygon', cast(${geoJsonOf('a.polygon')} as json)) as alert`;

/** Whether the owner of the location `l` was not told of the alert `a`. */
export const untoldSql =
  'not exists (select from location_alerts known where known.location_id = l.id and known.alert_id = a.id)';

/** A common table expression that records the rows of `hits` as told. Of two readers at once, one records a row. */
export const recordSql = `recorded as (
  insert into location_alerts (location_id, alert_id, told_at) select target_id, alert_id, :now from hits
  on conflict do nothing returning location_id, alert_id
)`;

/** The rows that were recorded, as JSON. */
export const toldSql = `(
  select jsonb_agg(jsonb_build_object('location', location, 'email', email, 'alert', alert))
  from hits join recorded on recorded.location_id = target_id and recorded.alert_id = hits.alert_id)`;

/** Alert mails of a mailbox in a day: ten events at each of fifty locations. Mails about extreme alerts have no limit. */
const perDay = [{ limit: 500, windowMs: dayMs }];
const oncePerDay = [{ limit: 1, windowMs: dayMs }];

/**
 * Adds the mails about hits to the outbox, in the transaction that records them as told. A mailbox that has had its mails of
 * the day gets a mail that says so, and no alert ends without a word.
 */
export async function enqueueMails(
  trx: Handle,
  context: TableContext,
  told: ToldRow[],
  compose: (hit: LocationAlert) => AlertMail,
): Promise<void> {
  for (const row of told) {
    const rank = severities.findIndex((word) => word === row.alert.severity) + 1;
    const { whenFull, ...mail } = compose(hitOf(row));
    const limits = row.alert.severity === 'Extreme' ? [] : perDay;
    const outcome = await enqueueMail(trx, context, { ...mail, rank }, { as: 'alert', limits });
    if ('waitMs' in outcome) await enqueueMail(trx, context, { ...whenFull, rank }, { as: 'note', limits: oncePerDay });
  }
}

type Times = 'sent' | 'onset' | 'expires';
/** A hit as JSON: times are text. */
export type ToldRow = Omit<LocationAlert, 'alert'> & {
  alert: Omit<LocationAlert['alert'], Times | keyof JsonColumns> &
    JsonColumns &
    Record<'sent' | 'expires', string> &
    Record<'onset', string | null>;
};

function hitOf({ alert, ...row }: ToldRow): LocationAlert {
  const { sent, onset, expires, tags, motion } = alert;
  const times = { sent: new Date(sent), onset: onset === null ? null : new Date(onset), expires: new Date(expires) };
  return { ...row, alert: { ...alert, ...times, tags: readTags(tags), motion: readMotion(motion) } };
}
