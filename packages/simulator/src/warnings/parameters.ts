import { mpsPerKnot } from '../model/plane.ts';
import type { Office } from '@severe/catalogue';
import type { County } from '../land/counties.ts';
import { zonedTime, zoneOf } from '../land/local-time.ts';
import { headingTime } from '../land/utc-time.ts';
import { kindFacts } from './kinds.ts';
import type { NumberedWarning } from './archive.ts';
import type { Message } from './warning.ts';
import { bulletinHeadlineOf, gustTag, hailTag, isOnGround } from './texts.ts';

/** The `parameters` of an alert: lists of texts by name. */
export function parametersOf(
  warning: NumberedWarning,
  message: Message,
  i: number,
  counties: County[],
): Record<string, string[]> {
  const { office, kind } = warning;
  const facts = kindFacts[kind];
  const later = i > 0 ? 1 : 0;
  const stamp = headingTime(message.sentAt);
  const hasEnd = kind !== 'SPS';
  return {
    AWIPSidentifier: [`${facts.products[later]}${office.id}`],
    WMOidentifier: [`${facts.headings[later]}${regionOf(office)} ${office.icao} ${stamp}`],
    NWSheadline: [bulletinHeadlineOf(warning, message, counties)],
    ...stormParameters(kind, message),
    BLOCKCHANNEL: ['EAS', 'NWEM', 'CMAS'], // keeps the message from radios and phones
    ...(facts.isBroadcast ? { 'EAS-ORG': ['WXR'] } : {}),
    ...(hasEnd ? { VTEC: [vtecOf(warning, message)] } : {}),
    ...(hasEnd ? { eventEndingTime: [zonedTime(zoneOf(office), message.endsAt)] } : {}),
  };
}

/** The region number in headings: 3 on the plains, 4 in the south, 5 in the west. */
function regionOf(office: Office): number {
  return zoneOf(office) === 'America/Denver' ? 5 : office.lat < 37 ? 4 : 3;
}

function stormParameters(kind: NumberedWarning['kind'], { storm }: Message): Record<string, string[]> {
  if (kind === 'FF.W') return { flashFloodDetection: ['RADAR INDICATED'] };
  if (!storm) return {};
  const { sample } = storm;
  const hail = hailTag(sample.hailIn).toFixed(2);
  const gust = `${gustTag(sample.gustMph)} MPH`;
  const motion = { eventMotionDescription: [motionText(storm)] };
  if (kind === 'SPS') return { ...motion, maxWindGust: [gust], maxHailSize: [hail] };
  if (kind === 'TO.W') {
    return {
      ...motion,
      tornadoDetection: [isOnGround(sample) ? 'OBSERVED' : 'RADAR INDICATED'],
      ...(sample.rotation >= devastating ? { tornadoDamageThreat: ['CONSIDERABLE'] } : {}),
      maxHailSize: [hail],
    };
  }
  return {
    ...motion,
    ...(sample.rotation >= spinning ? { tornadoDetection: ['POSSIBLE'] } : {}),
    ...(isDestructive(sample) ? { thunderstormDamageThreat: ['CONSIDERABLE'] } : {}),
    windThreat: ['RADAR INDICATED'],
    maxWindGust: [gust],
    hailThreat: ['RADAR INDICATED'],
    maxHailSize: [hail],
  };
}

/** Rotation of a destructive tornado, and of a storm in which a tornado is possible, 0.001/s. */
const devastating = 15.5;
const spinning = 6;

const isDestructive = ({ hailIn, gustMph }: { hailIn: number; gustMph: number }): boolean =>
  hailIn >= 1.75 || gustMph >= 70;

/** For example `2026-07-15T19:52:00-00:00...storm...294DEG...29KT...41.26,-76.18`. */
function motionText({ sample }: NonNullable<Message['storm']>): string {
  const { time, motion, front } = sample;
  const from = Math.round((motion.towardDeg + 180) % 360);
  const knots = Math.round(motion.speed / mpsPerKnot);
  const places = front.map(({ lat, lon }) => `${lat.toFixed(2)},${lon.toFixed(2)}`).join(' ');
  const at = new Date(time).toISOString().slice(0, 19);
  return `${at}-00:00...storm...${String(from).padStart(3, '0')}DEG...${knots}KT...${places}`;
}

/** For example `/O.CON.KPUB.FF.W.0010.000000T0000Z-260715T2115Z/`. */
function vtecOf(warning: NumberedWarning, { action, sentAt, endsAt }: Message): string {
  const { office, kind, number, messages, beginsAt = messages[0].sentAt } = warning;
  const time = (at: number): string => `${new Date(at).toISOString().slice(2, 16).replace(/[-:]/g, '')}Z`;
  const begins = action === 'NEW' || beginsAt > sentAt ? time(beginsAt) : '000000T0000Z';
  return `/O.${action}.${office.icao}.${kind}.${String(number).padStart(4, '0')}.${begins}-${time(endsAt)}/`;
}
