import { formatTime } from '@severe/base';
import type { AlertRow } from '@severe/db';
import { apiPrefix, keyHints, placeParams, shape } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyAboutPlace } from '../../situation/reply-about-place.ts';
import { presentAlert } from './present.ts';
import { alertFields, severities } from './schema.ts';

/** Alerts that are told; all are counted. */
const mostAlerts = 10;

const { id, event, severity, headline, expires, url } = alertFields;

const alertsAtPointShape = shape.named(
  'AlertsAtPoint',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    generated_at: shape.time({ about: 'Time of the answer.' }),
    is_current: shape.boolean({
      about: 'Whether the source of alerts answers: if false, no alert here is no all-clear.',
    }),
    count: shape.nullable(
      shape.integer({
        min: 0,
        about: 'Alerts in force here, at most 50. Null for none while the source is unavailable.',
      }),
    ),
    event: shape.nullable(shape.text({ about: 'Event of the most severe one.', example: 'Tornado Warning' })),
    severity: shape.nullable(shape.text({ about: 'Its severity.', example: 'Extreme' })),
    expires: shape.nullable(shape.time({ about: 'When it is over unless a message ends it.' })),
    alerts: shape.arrayOf(shape.object({ id, event, severity, headline, expires, url }), {
      about: `The most severe first, and of these the one that ends first; at most ${mostAlerts}.`,
    }),
  }),
);

/** GET /alerts/point */
export const getAlertsAtPoint = endpoint({
  path: '/alerts/point',
  summary: 'Alerts in force at a place in a few lines: for home automation, widgets and scripts.',
  description:
    'With or without a polygon, as in `/locations/summary`. The answer stays small and has the same fields always. ' +
    'A count of 0 is given only while the source of alerts answers.',
  tag: 'Alerts',
  query: placeParams,
  foreign: keyHints,
  response: alertsAtPointShape,
  cache: { seconds: 15 },
  errors: { 503: 'The database is unavailable.' },
  handle: (call, context) =>
    replyAboutPlace(call, context, {
      path: '/alerts/point',
      needs: { radar: false, nextHour: false, modelHours: 0 },
      present({ assessment, found }, place) {
        const { now } = assessment.situation;
        const alertsUrl = `${context.publicUrl()}${apiPrefix}/alerts`;
        const count = found.alerts.length;
        const told = found.alerts.toSorted(bySeverity).slice(0, mostAlerts);
        const alerts = told.map((alert) => presentAlert(alert, now, alertsUrl));
        const [worst] = alerts;
        const isCurrent = !assessment.unavailable.includes('alerts');
        return {
          ...place,
          generated_at: formatTime(now),
          is_current: isCurrent,
          count: count > 0 || isCurrent ? count : null,
          event: worst?.event ?? null,
          severity: worst?.severity ?? null,
          expires: worst?.expires ?? null,
          alerts: alerts.map(({ id, event, severity, headline, expires, url }) => ({
            id,
            event,
            severity,
            headline,
            expires,
            url,
          })),
        };
      },
    }),
});

/** 0 for the highest; words of the provider that are no rating are behind all. */
function rankOf({ severity: word }: AlertRow): number {
  const rank = (severities as readonly string[]).indexOf(word);
  return rank < 0 ? severities.length : rank;
}

export function bySeverity(a: AlertRow, b: AlertRow): number {
  return rankOf(a) - rankOf(b) || a.expires.getTime() - b.expires.getTime() || a.id - b.id;
}
