import type { Cost, Kind } from './costs.ts';

/** What maps ask of one kind, and how a CDN keeps the answers. */
export interface Habit extends Cost {
  name: string;
  /** Requests of an open map in an hour that its browser does not answer itself. */
  perHour: number;
  role: 'tiles' | 'api';
  kept: Kept;
}

export type Kept =
  /** New addresses with each frame, asked for within some seconds, and kept as long as anybody wants them. */
  | { as: 'frames'; addresses: number; everySeconds: number; withinSeconds: number }
  /** The same addresses all the time, kept for some seconds. */
  | { as: 'documents'; addresses: number; seconds: number }
  /** Addresses that nobody else asks for. */
  | { as: 'nothing' };

/** What is not measured here. Change it, and run `npm run bench -- scale` again. */
export const assumed = {
  /** Routers, each with a cache of its own, which all of the CDN asks. */
  routers: 2,
  /** One open map in ten is moved and clicked without pause, as `npm run person` does it; the others are looked at. */
  shareInUse: 0.1,
  /** Streams that one process serves, and an event to all of them in milliseconds: what `npm run bench -- stream` found. */
  streamsPerProcess: 10_000,
  eventMs: 215,
  /** Events an hour on each stream: frames of mosaics, satellite and next hour, and changed lists. */
  eventsPerHour: 600,
  dollarsPerProcessorHour: 0.04,
  dollarsPerGigabyte: 0.01,
};

/** Squares and tiles with weather that are in sight of anybody, of the products that are looked at, on a stormy day. */
const addresses = { bundles: 4_000, tiles: 15_000, counties: 3_100 };
const [frameSeconds, blockSeconds, hourSeconds] = [120, 1200, 3600];
/** Time in which maps hear of a new frame and ask for it. */
const freshSeconds = 5;

/**
 * Requests in three minutes: of a map on the live stream that is looked at (`node scripts/viewer-requests.mjs URL 3`), and of one that
 * is used without pause (`npm run person -- --minutes 3`), on the demonstration of 29 November 2026.
 */
const counted = {
  looked: { tile: 20, bundle: 27, loop: 4, alerts: 3, health: 2 },
  used: {
    tile: 159,
    bundle: 129,
    point: 38,
    loop: 12,
    alerts: 10,
    health: 3,
    summary: 8,
    briefing: 8,
    timeline: 8,
    county: 8,
    storms: 16,
  },
};
const perHour = (requests: number): number => 20 * requests;

/** What an open map asks on average. */
export function habitsOf(costs: Record<Kind, Cost>): Habit[] {
  const { looked, used } = counted;
  const frames = (count: number, everySeconds: number, withinSeconds: number): Kept => ({ as: 'frames', addresses: count, everySeconds, withinSeconds }); // prettier-ignore
  const documents = (count: number, seconds: number): Kept => ({ as: 'documents', addresses: count, seconds });
  const rows: [name: string, kind: Kind, role: Habit['role'], looked: number, used: number, kept: Kept][] = [
    ['tiles of a new frame', 'tile', 'tiles', looked.tile, 0, frames(addresses.tiles, frameSeconds, freshSeconds)],
    [
      'bundles with a new frame',
      'bundle',
      'tiles',
      looked.bundle,
      0,
      frames(addresses.bundles, frameSeconds, freshSeconds),
    ],
    ['tiles of a map that is moved', 'tile', 'tiles', 0, used.tile, frames(addresses.tiles, frameSeconds, hourSeconds)],
    [
      'bundles of a map that is moved',
      'bundle',
      'tiles',
      0,
      used.bundle,
      frames(addresses.bundles, blockSeconds, hourSeconds),
    ],
    ['lists of frames', 'loop', 'tiles', looked.loop, used.loop, documents(12, 15)],
    ['values at a point', 'point', 'tiles', 0, used.point, { as: 'nothing' }],
    ['lists of alerts', 'alerts', 'api', looked.alerts, used.alerts, documents(500, 15)],
    ['health', 'health', 'api', looked.health, used.health, documents(1, 15)],
    ['summaries of a place', 'summary', 'api', 0, used.summary, { as: 'nothing' }],
    ['briefings of a place', 'briefing', 'api', 0, used.briefing, { as: 'nothing' }],
    ['timelines of a place', 'timeline', 'api', 0, used.timeline, { as: 'nothing' }],
    ['summaries of a county', 'county', 'api', 0, used.county, documents(addresses.counties, 60)],
    ['storms near a place', 'storms', 'api', 0, used.storms, { as: 'nothing' }],
  ];
  const { shareInUse } = assumed;
  return rows.map(([name, kind, role, whenLooked, whenUsed, kept]) => ({
    ...costs[kind],
    name,
    role,
    kept,
    perHour: perHour((1 - shareInUse) * whenLooked + shareInUse * whenUsed),
  }));
}
