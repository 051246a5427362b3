import { formatTime } from '@severe/base';
import { namedTags, type AlertRow, type FullAlert, type Zone } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { featureText, recordText } from '../../shared/feature.ts';
import type { alertProperties } from './schema.ts';

const timeOrNull = (at: Date | null): string | null => (at ? formatTime(at) : null);

/**
 * Properties of a feature, also the members of a flat record. An alert is reported as expired even before the database
 * marks it.
 */
export function presentAlert(alert: AlertRow, now: Date, alertsUrl: string): TypeOf<typeof alertProperties> {
  const { id, event, severity, urgency, certainty, headline, version, status, states, fips, tags, motion } = alert;
  return {
    id,
    event,
    severity,
    urgency,
    certainty,
    headline,
    status: status === 'active' && alert.expires <= now ? 'expired' : status,
    version,
    event_key: alert.eventKey,
    message_type: alert.messageType,
    sent: formatTime(alert.sent),
    effective: timeOrNull(alert.effective),
    onset: timeOrNull(alert.onset),
    expires: formatTime(alert.expires),
    message_expires: formatTime(alert.messageExpires),
    ends: timeOrNull(alert.ends),
    wfo: alert.wfo,
    states,
    area_desc: alert.areaDesc,
    affected_zones: alert.zones.map(codeOf),
    fips,
    has_polygon: alert.geometry !== null,
    tags: namedTags(tags),
    motion: motion && { from_deg: motion.fromDeg, speed_kt: motion.speedKt },
    url: `${alertsUrl}/${id}`,
  };
}

/** An alert as a feature of a list. */
export function alertFeature(alert: AlertRow, now: Date, alertsUrl: string): string {
  return featureText(alert.id, alert.geometry, presentAlert(alert, now, alertsUrl));
}

/** An alert as a flat record. */
export function alertRecord(alert: AlertRow, now: Date, alertsUrl: string): string {
  return recordText(presentAlert(alert, now, alertsUrl), alert.geometry);
}

/** An alert with all its details. @param zones zones with names */
export function fullAlertRecord(alert: FullAlert, zones: Zone[], now: Date, alertsUrl: string): string {
  const byZone = new Map(zones.map((zone) => [`${zone.kind}/${zone.ugc}`, zone]));
  return recordText(presentAlert(alert, now, alertsUrl), alert.geometry, {
    description: alert.description,
    instruction: alert.instruction,
    zones: alert.zones.map((zone) => ({
      id: codeOf(zone),
      name: byZone.get(zone)?.name ?? null,
      state: byZone.get(zone)?.state ?? codeOf(zone).slice(0, 2),
    })),
    history: alert.history.map((entry) => ({ ...entry, sent: formatTime(entry.sent) })),
  });
}

/** `county/OKC027` → `OKC027` */
function codeOf(zone: string): string {
  return zone.slice(zone.indexOf('/') + 1);
}
