import type { Life, Message, Part, Product } from './life.ts';
import { newestOf } from './life.ts';

const goneMs = 3 * 3_600_000;

/** The messages that the provider lists at a moment: those in force, and for some hours those that ended an event. */
export function listedAt(lives: Life[], at: Date): Message[] {
  return lives.flatMap((life) => {
    const message = newestOf(life, at);
    if (!message) return [];
    if (message.status !== 'active') return at.getTime() - message.product.at.getTime() < goneMs ? message : [];
    return message.expires > at ? message : [];
  });
}

/** The list as api.weather.gov gives it. */
export function listOf(messages: Message[], at: Date, isComplete: boolean): string {
  const features = messages.flatMap((message) => message.parts.map((part) => featureOf(message, part)));
  const more = isComplete ? {} : { pagination: { next: 'https://api.weather.gov/alerts?cursor=x' } };
  return JSON.stringify({ type: 'FeatureCollection', features, updated: at.toISOString(), ...more });
}

function featureOf(message: Message, part: Part): object {
  const { life, product, begins, ends, expires, severity } = message;
  const { references, expired } = referencesOf(message, part);
  const sent = product.at.toISOString();
  const vtec = life.numberKey === null ? {} : { VTEC: [vtecOf(message, part)] };
  return {
    id: part.identifier,
    type: 'Feature',
    geometry: life.kind.hasPolygon && part.action !== 'CAN' ? polygonOf(message) : null,
    properties: {
      id: part.identifier,
      areaDesc: part.zones.join('; '),
      geocode: { SAME: [], UGC: part.zones },
      affectedZones: part.zones.map((zone) => `https://api.weather.gov/zones/${life.kind.zone}/${zone}`),
      references,
      sent,
      effective: sent,
      onset: begins.toISOString(),
      expires: expires.toISOString(),
      ends: ends?.toISOString() ?? null,
      status: 'Actual',
      messageType: part.action === 'NEW' ? 'Alert' : 'Update',
      severity,
      certainty: 'Likely',
      urgency: 'Expected',
      event: life.kind.event,
      headline: `${life.kind.event} ${life.id}`,
      description: `${part.action} by ${product.name}.`,
      instruction: null,
      parameters: { ...vtec, ...(expired.length > 0 ? { expiredReferences: [expired.join(' ')] } : {}) },
    },
  };
}

/** The messages before, of which those that have expired are named apart. A message that adds zones refers to none. */
function referencesOf({ life, product }: Message, { action }: Part): { references: object[]; expired: string[] } {
  if (action === 'EXA' || action === 'EXB') return { references: [], expired: [] };
  const before = life.messages.filter((each) => each.product.at < product.at);
  const inForce = before.filter(({ expires }) => expires > product.at);
  return {
    references: inForce.flatMap((each) =>
      each.parts.map(({ identifier }) => ({ identifier, sender: 'w', sent: each.product.at.toISOString() })),
    ),
    expired: before
      .filter((each) => !inForce.includes(each))
      .flatMap((each) => each.parts.map(({ identifier }) => `w,${identifier},${each.product.at.toISOString()}`)),
  };
}

/** A product as a bulletin. */
export function bulletinOf({ office, at, messages }: Product): string {
  const segments = messages.flatMap((message) =>
    message.parts.map((part) =>
      [
        `${ugcOf(part.zones)}-${dayTime(message.expires)}-`,
        vtecOf(message, part),
        '',
        `...${message.life.kind.event.toUpperCase()} ${message.life.id}...`,
        '',
        ...(message.life.kind.hasPolygon && part.action !== 'CAN' ? [latLonOf(message), ''] : []),
        '$$',
      ].join('\n'),
    ),
  );
  return `000 \nWWUS54 K${office} ${dayTime(at)}\nNPW${office}\n\n${segments.join('\n\n')}\n`;
}

function vtecOf({ life, product, begins, ends }: Message, { action }: Part): string {
  const { phenomenon, significance } = life.kind;
  const begin = action === 'NEW' || begins > product.at ? vtecTime(begins) : '000000T0000Z';
  const times = `${begin}-${ends === null ? '000000T0000Z' : vtecTime(ends)}`;
  return `/O.${action}.K${life.office}.${phenomenon}.${significance}.${life.number}.${times}/`;
}

function vtecTime(at: Date): string {
  return `${at.toISOString().slice(2, 16).replaceAll(/[-:]/g, '')}Z`;
}

function dayTime(at: Date): string {
  return at.toISOString().slice(8, 16).replaceAll(/[T:]/g, '');
}

function ugcOf([first, ...others]: string[]): string {
  return [first, ...others.map((zone) => zone.slice(3))].join('-');
}

/** Corners of an area whose place depends on the first zone. */
function cornersOf({ zones }: Message): [lon: number, lat: number][] {
  const number = Number(zones[0].slice(3));
  const [west, south] = [-100 + (number % 30), 30 + Math.floor(number / 30) / 2];
  const [east, north] = [west + 0.4, south + 0.3];
  return [[west, south], [east, south], [east, north], [west, north]]; // prettier-ignore
}

function polygonOf(message: Message): object {
  const corners = cornersOf(message);
  return { type: 'Polygon', coordinates: [[...corners, corners[0]]] };
}

function latLonOf(message: Message): string {
  const words = cornersOf(message).map(([lon, lat]) => `${Math.round(lat * 100)} ${Math.round(-lon * 100)}`);
  return `LAT...LON ${words.join(' ')}`;
}
