import tzLookup from '@photostructure/tz-lookup';
import { alertNotice, assess, nothingKnown, stormOfAlert } from '@severe/assessment';
import { apiPrefix } from '@severe/http';
import { composeMail, stopLink } from '@severe/mail';
import {
  mapLink,
  placePageLink,
  oneLine,
  paragraphsOf,
  shortened,
  simulatedNotice,
  titled,
  type Clock,
} from '@severe/base';
import type { AlertMail, LocationAlert, NewMail } from '@severe/db';

/** Longest description and list of areas in a mail; the map has the rest. */
const longestText = 3000;
const longestArea = 300;

/**
 * Composes the mail about an alert at a saved location: what to do, what threatens and when the storm may arrive, as the
 * assessment of this alert alone says, and the alert itself. Times are those of the place, with their zone. One click ends
 * further mails about the location (RFC 8058).
 *
 * @param publicUrl base URL of the links
 * @param simulated whether the alert is not real; the mail says so first
 */
export function composeAlertMail({
  publicUrl,
  simulated,
  clock,
}: {
  publicUrl: string;
  simulated: boolean;
  clock: Clock;
}): (hit: LocationAlert) => AlertMail {
  return ({ location, email, alert }) => {
    const { name, lat, lon } = location;
    const time = timeFormat(lat, lon);
    const unsubscribe = `${publicUrl}${apiPrefix}/unsubscribe/${location.unsubscribeKey}`;
    const paragraphs = [
      ...(simulated ? [`${simulatedNotice} Nobody needs to act.`] : []),
      alert.headline ?? alert.event,
      `${alert.event}, severity ${alert.severity}, for ${name} (${lat}, ${lon}). Issued ${time(alert.sent)}.${
        alert.onset && alert.onset > alert.sent ? ` Expected to begin ${time(alert.onset)}.` : ''
      } In force until ${time(alert.expires)}, unless it is cancelled or extended.`,
      meaningOf({ location, alert }, clock()),
      `Area: ${shortened(alert.areaDesc, longestArea)}`,
      ...paragraphsOf(shortened(alert.instruction ?? '', longestText)),
      ...paragraphsOf(shortened(alert.description ?? '', longestText)),
    ];
    const content = composeMail({
      subject: oneLine(titled(`${alert.event} at ${name} until ${time(alert.expires)}`, simulated)),
      paragraphs,
      action: { label: 'Open the map at this place', url: mapLink(publicUrl, location) },
      notes: [
        `What it means there now, without a map, also on a weak connection: ${placePageLink(publicUrl, location)}`,
        'Mail can be late, and this alert may have changed since. Do not rely on it alone: watch official sources, such as weather.gov or NOAA Weather Radio. Each event is mailed once for a location.',
        `You receive this because alerts are enabled for your saved location ${name}. To end these mails: ${unsubscribe}`,
        stopLink(publicUrl + apiPrefix).note,
      ],
    });
    return {
      ...content,
      recipient: email,
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      whenFull: fullMail(email, publicUrl),
    };
  };
}

/** The mail that says that further alerts of the day are not mailed. */
function fullMail(recipient: string, publicUrl: string): NewMail {
  const stop = stopLink(publicUrl + apiPrefix);
  const content = composeMail({
    subject: 'Further alerts are not mailed today',
    paragraphs: [
      'This address has had 500 mails about alerts within a day, which is the most that we send. Until some of them are a day old, only alerts of the severity Extreme are mailed.',
      'The map and your account show all alerts. To have fewer mails, raise the severity of a location, or end its mails.',
    ],
    action: { label: 'Open your account', url: `${publicUrl}/account` },
    notes: [stop.note],
  });
  return { ...content, recipient, headers: stop.headers };
}

/** What the alert means at the location. */
function meaningOf({ location: { lat, lon }, alert }: Pick<LocationAlert, 'location' | 'alert'>, now: Date): string {
  const assessment = assess({
    ...nothingKnown,
    now,
    place: { lat, lon },
    alerts: [{ ...alert, hasPolygon: alert.polygon !== null }],
    storms: [stormOfAlert(alert) ?? []].flat(),
  });
  return alertNotice(assessment, { language: 'en', units: 'imperial', timeZone: tzLookup(lat, lon) });
}

/** Formats times as people at a place read them: `Wednesday, May 20 at 5:45 PM CDT`. */
function timeFormat(lat: number, lon: number): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: tzLookup(lat, lon),
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return (at) => format.format(at).replaceAll('\u202f', ' '); // narrow spaces are not in every font
}
