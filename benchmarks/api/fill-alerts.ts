import type { AlertEvent, Database } from '@severe/db';
import { noTags } from '@severe/db/testing/rows/no-tags';
import type { Area } from '@severe/geo';
import { bundledCounties } from '@severe/ingest/testing/parsers';
import { Dice, loadTime, minutesBefore, round, type Fill } from './world.ts';
import { unlessShort } from '../support/short-form.ts';

const active = unlessShort(2000, 200);
const past = unlessShort(8000, 200);
/** Share of active alerts with polygons on a stormy day; the others are for counties. */
const shareOfPolygons = 0.25;

const stripDegrees = 1.5;

const warnings = ['Tornado Warning', 'Severe Thunderstorm Warning', 'Flash Flood Warning', 'Flood Advisory'];
const areaWide = ['Flood Watch', 'Heat Advisory', 'Red Flag Warning', 'Winter Weather Advisory', 'Wind Advisory'];
const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'];
const urgencies = ['Immediate', 'Expected', 'Future'];
const offices = ['OUN', 'FWD', 'ICT', 'TSA', 'LZK', 'SGF', 'EAX', 'DMX', 'FSD', 'BOU', 'LBF', 'GID', 'TOP', 'SHV'];
/** A text of typical length. */
const description =
  'At 512 PM CDT, a severe thunderstorm was located near Norman, moving northeast at 35 mph.\n\n'.repeat(14);
const instruction = 'For your protection move to an interior room on the lowest floor of a building.\n'.repeat(5);

/** Active alerts with polygons or counties, and others that have ended. */
export const alerts: Fill = {
  of: `${active} alerts in force and ${past} that ended, on the counties of the country`,
  async run(db) {
    const codes = await storeCounties(db);
    const dice = new Dice(11);
    await db.alerts.store(Array.from({ length: active + past }, (_, i) => eventOf(i, i < active, dice, codes)));
    const inForce = await db.alerts.countActive();
    if (inForce !== active) throw new Error(`${inForce} alerts are in force, ${active} were to be`);
  },
};

/** Stores the counties of the country. @returns their codes, those of neighbours beside each other */
export async function storeCounties(db: Database): Promise<string[]> {
  const counties: { ugc: string; shape: string }[] = [];
  for await (const batch of bundledCounties(1 << 18)) {
    await db.zones.putBundled(batch);
    counties.push(...(await db.zones.withShapes(batch.map(({ ugc }) => ugc))));
  }
  return besideEachOther(counties);
}

/** County codes of the lower 48 states in strips from west to east, so that those of an alert are neighbours. */
function besideEachOther(counties: { ugc: string; shape: string }[]): string[] {
  const placed = counties.flatMap(({ ugc, shape }) => {
    if (/^(?:AK|HI|PR|GU|VI|AS|MP)/.test(ugc)) return [];
    const [lon, lat] = /-?[\d.]+,-?[\d.]+/.exec(shape)![0].split(',').map(Number);
    return [{ ugc, lon, strip: Math.floor(lat / stripDegrees) }];
  });
  return placed.sort((a, b) => a.strip - b.strip || a.lon - b.lon).map(({ ugc }) => ugc);
}

/** @param isActive whether it is in force, or has ended */
export function eventOf(number: number, isActive: boolean, dice: Dice, codes: string[]): AlertEvent {
  const hasPolygon = dice.between(0, 1) < shareOfPolygons;
  const sent = minutesBefore(loadTime, isActive ? dice.between(1, 720) : dice.between(1500, 60_000));
  const expires = new Date((isActive ? loadTime : sent).getTime() + dice.between(400, 1400) * 60_000);
  const first = dice.whole(0, codes.length - 1);
  const zones = codes.slice(first, first + (hasPolygon ? dice.whole(1, 3) : dice.whole(2, 16)));
  const event = dice.one(hasPolygon ? warnings : areaWide);
  const wfo = dice.one(offices);
  return {
    eventKey: `${wfo}.BE.W.${number}.2026`,
    numberKey: `${wfo}.BE.W.${number}`,
    issuedAt: sent,
    status: 'active',
    action: 'NEW',
    messages: [`urn:oid:2.49.0.1.840.0.${number}`],
    references: [],
    digest: String(number),
    event,
    severity: dice.one(severities),
    urgency: dice.one(urgencies),
    certainty: 'Observed',
    headline: `${event} issued May 20 at 5:12PM CDT until 5:45PM CDT by NWS ${wfo}`,
    messageType: 'Alert',
    sent,
    effective: sent,
    onset: sent,
    expires,
    messageExpires: expires,
    ends: expires,
    wfo,
    states: [...new Set(zones.map((zone) => zone.slice(0, 2)))],
    fips: zones.map((zone) => `40${zone.slice(3)}`),
    areaDesc: zones.map((zone) => `County ${zone}, ${zone.slice(0, 2)}`).join('; '),
    zones: zones.map((zone) => `county/${zone}`),
    tags: { ...noTags, hailIn: hasPolygon ? 1.75 : null, windMph: hasPolygon ? 60 : null },
    motion: hasPolygon ? { fromDeg: 245, speedKt: 35, observedAt: sent.toISOString(), points: [[-97.5, 35.2]] } : null,
    description,
    instruction,
    polygon: hasPolygon ? polygonAt(dice) : null,
  };
}

/** Outline of a warning: some vertices around a position, a few tens of kilometres away. */
function polygonAt(dice: Dice): Area {
  const [lon, lat] = dice.place();
  const corners = dice.whole(4, 14);
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const [angle, reach] = [(i / corners) * 2 * Math.PI, dice.between(0.1, 0.4)];
    return [round(lon + reach * Math.cos(angle)), round(lat + reach * Math.sin(angle))];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}
