import type { AlertEvent } from '../../../src/index.ts';
import { noTags } from './no-tags.ts';

/** A tornado warning near Norman, Oklahoma, of 2026-05-20; `change` overrides fields. */
export function alertEvent(change: Partial<AlertEvent> = {}): AlertEvent {
  const eventKey = change.eventKey ?? 'OUN.TO.W.0034.2026';
  const sent = change.sent ?? new Date('2026-05-20T22:18:00Z');
  return {
    eventKey,
    numberKey: /^(.+)\.\d{4}$/.exec(eventKey)?.[1] ?? null,
    issuedAt: change.action === undefined || change.action === 'NEW' ? sent : null,
    status: 'active',
    action: 'NEW',
    messages: [`urn:${eventKey}:${sent.toISOString()}`],
    references: [],
    digest: JSON.stringify(change),
    event: 'Tornado Warning',
    severity: 'Extreme',
    urgency: 'Immediate',
    certainty: 'Observed',
    headline: 'Tornado Warning issued May 20 at 5:12PM CDT until 5:45PM CDT by NWS Norman OK',
    messageType: 'Alert',
    sent,
    effective: sent,
    onset: sent,
    expires: new Date('2026-05-20T22:45:00Z'),
    messageExpires: new Date('2026-05-20T22:45:00Z'),
    ends: null,
    wfo: 'OUN',
    states: ['OK'],
    fips: ['40027'],
    areaDesc: 'Cleveland, OK',
    zones: ['county/OKC027'],
    tags: { ...noTags, tornado: 'OBSERVED', hailIn: 1.75 },
    motion: { fromDeg: 245, speedKt: 35, observedAt: '2026-05-20T22:17:00Z', points: [[-97.5, 35.2]] },
    description: 'A tornado is on the ground.',
    instruction: 'TAKE COVER NOW!',
    polygon: squareAt(-97.6, 35.1, 0.4),
    ...change,
  };
}

/** A square with its south-west corner at a place. */
export function squareAt(lon: number, lat: number, degrees: number): AlertEvent['polygon'] {
  const [east, north] = [lon, lat].map((from) => Math.round((from + degrees) * 1e5) / 1e5);
  return {
    type: 'Polygon',
    coordinates: [
      [
        [lon, lat],
        [east, lat],
        [east, north],
        [lon, north],
        [lon, lat],
      ],
    ],
  };
}
