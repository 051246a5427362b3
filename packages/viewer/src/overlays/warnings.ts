import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { untilTime } from '../times.ts';
import { lookOf } from './alert-colours.ts';
import { areas } from './draw.ts';
import { marksOf, said, type Mark, type Overlay, type Words } from './overlay.ts';

/** Warnings of storms and floods, which are issued for a polygon. */
const events = [
  'Tornado Warning',
  'Extreme Wind Warning',
  'Severe Thunderstorm Warning',
  'Flash Flood Warning',
  'Flood Warning',
  'Flood Advisory',
  'Snow Squall Warning',
  'Dust Storm Warning',
  'Special Marine Warning',
  'Special Weather Statement',
];

const limit = 1000;
const mostPlaces = 4;

export const warnings: Overlay = {
  id: 'warnings',
  name: 'Warnings',
  source: 'alerts',
  everySeconds: 20,
  listed: true,
  layers: areas('warnings', { fill: 0.1 }),
  ask: async () => marksOf(await client.get('/alerts', { event: events.join(','), limit }), limit, warningMark),
};

/** Whether an alert is drawn by its polygon; all others are drawn by their counties. */
export const isWarning = ({ event, has_polygon }: Schemas['Alert']): boolean => has_polygon && events.includes(event);

/** A warning as it is drawn; one without a polygon of its own is drawn by counties. */
export function warningMark({
  geometry,
  properties,
}: {
  geometry: unknown;
  properties: Schemas['Alert'];
}): Mark | undefined {
  if (!isWarning(properties) || !geometry) return undefined;
  return { geometry: geometry as Geometry, ...alertWords(properties) };
}

/** What is told of an alert: until when, which way it moves, what it brings, and where. */
export function alertWords(alert: Schemas['Alert']): Words {
  const { id, event, ends, expires, motion, tags, headline, area_desc: area } = alert;
  const threats = said(
    tags.tornado && `Tornado ${tags.tornado.toLowerCase()}`,
    tags.hail_in && `hail to ${tags.hail_in} in`,
    tags.wind_mph && `gusts to ${tags.wind_mph} mph`,
    tags.flash_flood && `flash flood ${tags.flash_flood.toLowerCase()}`,
    tags.damage_threat && `damage threat ${tags.damage_threat.toLowerCase()}`,
  );
  return {
    kind: event,
    ...lookOf(event),
    ...(tags.emergency
      ? { title: `${event}: EMERGENCY` }
      : tags.pds
        ? { title: `${event}: particularly dangerous` }
        : {}),
    lines: said(
      `Until ${untilTime(ends ?? expires)}`,
      placesOf(area),
      motion && `Moving from ${motion.from_deg}° at ${motion.speed_kt} kt`,
      threats.join(', '),
      headline,
    ),
    text: () => alertText(id),
  };
}

/** The first of the places that an alert names. */
function placesOf(area: string | null): string {
  const places = (area ?? '').split('; ');
  const rest = places.length - mostPlaces;
  return rest > 1 ? `${places.slice(0, mostPlaces).join('; ')} and ${rest} more` : places.join('; ');
}

async function alertText(id: number): Promise<string> {
  const { data } = await client.get('/alerts/{alert_id}', { alert_id: id });
  if (!data) throw new Error(`the service refuses alert ${id}`);
  return said(data.description, data.instruction).join('\n\n');
}
