import { nearestOffice, type Office } from '@severe/catalogue';
import { areaHolds } from '@severe/geo';
import type { Watch } from '../center/watches.ts';
import { watchesOfGeneration } from '../center/watches.ts';
import { allCounties, type County } from '../land/counties.ts';
import { generationIntervalMs } from '../model/generation.ts';
import { hourMs, minuteMs } from '../model/plane.ts';
import { drylineLonAt, synopticAt } from '../model/synoptic.ts';
import type { Message, Warning } from './warning.ts';

/** Events that are issued by county: watches, by each office for its own area, and fire weather behind the dryline. */
export function countyEventsOfGeneration(seed: number, index: number): Warning[] {
  return [...watchesOfGeneration(seed, index).flatMap(ofWatch), ...redFlagOf(seed, index)];
}

function ofWatch(watch: Watch): Warning[] {
  const { type, number, year, issuedAt, expiresAt, ring } = watch;
  const counties = allCounties().filter(({ middle }) =>
    areaHolds({ type: 'Polygon', coordinates: [ring] }, [middle.lon, middle.lat]),
  );
  return byOffice(counties).map(([office, own]) => ({
    key: `watch/${year}/${number}/${office.id}`,
    kind: type === 'TOR' ? 'TO.A' : 'SV.A',
    office,
    number,
    counties: own,
    messages: messagesOf(own, issuedAt + minuteMs, expiresAt, 2 * hourMs),
  }));
}

/** The area of desert air, where it is hot and windy. */
const dryCountry = { south: 31.2, north: 37.6, west: -104.9 };

/** A red flag warning for a day, issued in the morning by the generation that begins at 12 UTC. */
function redFlagOf(seed: number, index: number): Warning[] {
  const start = index * generationIntervalMs;
  if (new Date(start).getUTCHours() !== 12) return [];
  const synoptic = synopticAt(seed, start + 10 * hourMs);
  const counties = allCounties().filter(({ middle: { lat, lon } }) => {
    const { south, north, west } = dryCountry;
    return lat > south && lat < north && lon > west && lon < drylineLonAt(synoptic, lat) - 0.9;
  });
  return byOffice(counties).map(([office, own]) => ({
    key: `${index}/fire/${office.id}`,
    kind: 'FW.W',
    office,
    counties: own,
    beginsAt: start + 6 * hourMs,
    messages: messagesOf(own, start + 40 * minuteMs, start + 14 * hourMs, 5 * hourMs),
  }));
}

/** A first message, updates at an interval, and the expiration. */
function messagesOf([county]: County[], first: number, endsAt: number, every: number): Message[] {
  const common = { endsAt, place: county.middle };
  const later = Math.max(0, Math.ceil((endsAt - first) / every) - 1);
  return [
    { ...common, action: 'NEW', sentAt: first },
    ...Array.from({ length: later }, (_, i) => ({
      ...common,
      action: 'CON' as const,
      sentAt: first + (i + 1) * every,
    })),
    { ...common, action: 'EXP', sentAt: endsAt },
  ];
}

function byOffice(counties: County[]): [office: Office, counties: County[]][] {
  const groups = new Map<Office, County[]>();
  for (const county of counties) {
    const office = nearestOffice(county.middle);
    groups.set(office, [...(groups.get(office) ?? []), county]);
  }
  return [...groups];
}
