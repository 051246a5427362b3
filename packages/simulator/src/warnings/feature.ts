import { createHash } from 'node:crypto';
import { countiesWithin } from '../land/counties.ts';
import { zonedTime, zoneOf } from '../land/local-time.ts';
import { kindFacts } from './kinds.ts';
import type { NumberedWarning } from './archive.ts';
import { parametersOf } from './parameters.ts';
import { descriptionOf, headlineOf, simulatedLabel, nameOf } from './texts.ts';
import type { Message } from './warning.ts';

const sender = 'w-nws.webmaster@noaa.gov';
const api = 'https://api.weather.gov';

/** The identifier of a message, derived from seed, event and index of the message. */
export function urnOf(seed: number, { key }: NumberedWarning, i: number): string {
  return `urn:oid:2.49.0.1.840.0.${createHash('sha1').update(`${seed}/${key}/${i}`).digest('hex')}.001.1`;
}

/** A message as api.weather.gov writes it. */
export function alertFeature(seed: number, warning: NumberedWarning, i: number): object {
  const message = warning.messages[i];
  const { office, kind } = warning;
  const facts = kindFacts[kind];
  const id = urnOf(seed, warning, i);
  const counties = warning.counties ?? countiesWithin(message.ring ?? []);
  const time = (at: number): string => zonedTime(zoneOf(office), at);
  const earlier = warning.messages.slice(0, i).map(({ sentAt }, before) => ({
    '@id': `${api}/alerts/${urnOf(seed, warning, before)}`,
    identifier: urnOf(seed, warning, before),
    sender,
    sent: time(sentAt),
  }));
  const later = i > 0 ? 1 : 0;
  return {
    id: `${api}/alerts/${id}`,
    type: 'Feature',
    geometry: message.ring ? { type: 'Polygon', coordinates: [message.ring] } : null,
    properties: {
      '@id': `${api}/alerts/${id}`,
      '@type': 'wx:Alert',
      id,
      areaDesc: counties.map(({ name, state }) => `${name}, ${state}`).join('; '),
      geocode: { SAME: counties.map(({ fips }) => `0${fips}`), UGC: counties.map(({ ugc }) => ugc) },
      affectedZones: counties.map(({ ugc }) => `${api}/zones/county/${ugc}`),
      references: earlier,
      sent: time(message.sentAt),
      effective: time(message.sentAt),
      onset: time(Math.max(message.sentAt, warning.beginsAt ?? 0)),
      expires: time(message.endsAt),
      ends: kind === 'SPS' ? null : time(message.endsAt),
      status: 'Actual',
      messageType: typeOf(message, i),
      category: 'Met',
      severity: facts.severity,
      certainty: facts.certainty,
      urgency: facts.urgency,
      event: facts.event,
      sender,
      senderName: nameOf(office),
      headline: headlineOf(warning, message),
      description: descriptionOf(warning, message, counties),
      instruction: facts.instruction,
      response: facts.response,
      note: `${simulatedLabel}: weather that never happened.`,
      parameters: parametersOf(warning, message, i, counties),
      scope: 'Public',
      code: 'IPAWSv1.0',
      language: 'en-US',
      web: 'http://www.weather.gov',
      eventCode: { SAME: [facts.sameCodes[later]], NationalWeatherService: [facts.nwsCode] },
    },
  };
}

function typeOf({ action }: Message, i: number): string {
  if (action === 'CAN' || action === 'EXP') return 'Cancel';
  return i === 0 ? 'Alert' : 'Update';
}
