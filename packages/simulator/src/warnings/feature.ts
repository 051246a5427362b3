import { createHash } from 'node:crypto';
import { countiesWithin, type County } from '../land/counties.ts';
import { zonedTime } from '../land/local-time.ts';
import type { Office } from '../land/offices.ts';
import { kindFacts } from './kinds.ts';
import type { NumberedWarning } from './numbering.ts';
import { capitalsOf, descriptionOf, gustTag, hailTag, headlineOf, isOnGround, mark, nameOf } from './words.ts';
import type { Message } from './warning.ts';

const sender = 'w-nws.webmaster@noaa.gov';
const api = 'https://api.weather.gov';

/** The name of a message: its seed, event and place among the messages of the event decide it. */
export function urnOf(seed: number, { key }: NumberedWarning, i: number): string {
  return `urn:oid:2.49.0.1.840.0.${createHash('sha1').update(`${seed}/${key}/${i}`).digest('hex')}.001.1`;
}

/** A message as api.weather.gov writes it. */
export function alertFeature(seed: number, warning: NumberedWarning, i: number): object {
  const message = warning.messages[i];
  const { office, kind } = warning;
  const facts = kindFacts[kind];
  const id = urnOf(seed, warning, i);
  const counties = warning.counties ?? countiesWithin(message.ring);
  const time = (at: number): string => zonedTime(office.zone, at);
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
    geometry: warning.counties ? null : { type: 'Polygon', coordinates: [message.ring] },
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
      onset: time(message.sentAt),
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
      note: `${mark}: weather that never happened.`,
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

function parametersOf(
  warning: NumberedWarning,
  message: Message,
  i: number,
  counties: County[],
): Record<string, string[]> {
  const { office, kind } = warning;
  const facts = kindFacts[kind];
  const later = i > 0 ? 1 : 0;
  const stamp = new Date(message.sentAt).toISOString().replace(/^.{8}(..)T(..):(..).*$/, '$1$2$3');
  const hasEnd = kind !== 'SPS';
  return {
    AWIPSidentifier: [`${facts.products[later]}${office.id}`],
    WMOidentifier: [`${facts.headings[later]}${regionOf(office)} K${office.id} ${stamp}`],
    NWSheadline: [capitalsOf(warning, message, counties)],
    ...stormParameters(kind, message),
    BLOCKCHANNEL: ['EAS', 'NWEM', 'CMAS'], // nothing of this may go out to radios and phones
    ...(facts.isBroadcast ? { 'EAS-ORG': ['WXR'] } : {}),
    ...(hasEnd ? { VTEC: [vtecOf(warning, message)] } : {}),
    ...(hasEnd ? { eventEndingTime: [zonedTime(office.zone, message.endsAt)] } : {}),
  };
}

/** The number of the region in headings: 3 on the plains, 4 in the south, 5 in the west. */
function regionOf({ zone, lat }: Office): number {
  return zone === 'America/Denver' ? 5 : lat < 37 ? 4 : 3;
}

function stormParameters(kind: NumberedWarning['kind'], { storm }: Message): Record<string, string[]> {
  if (kind === 'FF.W') return { flashFloodDetection: ['RADAR INDICATED'] };
  if (!storm) return {};
  const { sample } = storm;
  const threats: Record<string, string[]> = {
    eventMotionDescription: [motionText(storm)],
    ...(kind === 'TO.W'
      ? {
          tornadoDetection: [isOnGround(sample) ? 'OBSERVED' : 'RADAR INDICATED'],
          ...(sample.rotation >= 15.5 ? { tornadoDamageThreat: ['CONSIDERABLE'] } : {}),
        }
      : { windThreat: ['RADAR INDICATED'], maxWindGust: [`${gustTag(sample.gustMph)} MPH`] }),
    ...(kind === 'SV.W' && sample.rotation >= 6 ? { tornadoDetection: ['POSSIBLE'] } : {}),
    ...(kind === 'SV.W' && isDestructive(sample) ? { thunderstormDamageThreat: ['CONSIDERABLE'] } : {}),
    ...(kind === 'TO.W' ? {} : { hailThreat: ['RADAR INDICATED'] }),
    maxHailSize: [hailTag(sample.hailIn).toFixed(2)],
  };
  if (kind !== 'SPS') return threats;
  const { windThreat, hailThreat, ...told } = threats;
  return told;
}

const isDestructive = ({ hailIn, gustMph }: { hailIn: number; gustMph: number }): boolean =>
  hailIn >= 1.75 || gustMph >= 70;

/** `2026-07-15T19:52:00-00:00...storm...294DEG...29KT...41.26,-76.18` */
function motionText({ sample }: NonNullable<Message['storm']>): string {
  const { time, motion, front } = sample;
  const from = Math.round((motion.towardDeg + 180) % 360);
  const knots = Math.round(motion.speed / 0.514444);
  const places = front.map(({ lat, lon }) => `${lat.toFixed(2)},${lon.toFixed(2)}`).join(' ');
  const at = new Date(time).toISOString().slice(0, 19);
  return `${at}-00:00...storm...${String(from).padStart(3, '0')}DEG...${knots}KT...${places}`;
}

/** `/O.CON.KPUB.FF.W.0010.000000T0000Z-260715T2115Z/` */
export function vtecOf({ office, kind, number, messages }: NumberedWarning, { action, endsAt }: Message): string {
  const time = (at: number): string => `${new Date(at).toISOString().slice(2, 16).replace(/[-:]/g, '')}Z`;
  const begins = action === 'NEW' ? time(messages[0].sentAt) : '000000T0000Z';
  return `/O.${action}.K${office.id}.${kind}.${String(number).padStart(4, '0')}.${begins}-${time(endsAt)}/`;
}
