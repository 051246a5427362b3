import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { untilTime } from '../times.ts';
import { quantity } from '../units.ts';
import { lookOf } from './alert-colours.ts';
import { areas } from './draw.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay, type Description } from './overlay.ts';

/** Events whose alerts have a polygon. */
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
const maxPlaces = 4;
/** In the list of what has just happened. */
const maxListed = 2;

export const warnings: Overlay = {
  id: 'warnings',
  name: 'Warnings',
  source: 'alerts',
  everySeconds: 20,
  listed: true,
  moves: true,
  layers: areas('warnings', { fill: 0.1 }),
  load: async ({ asOf }) =>
    symbolsOf(await client.get('/alerts', { event: events.join(','), limit, as_of: asOf }), limit, warningSymbol),
};

/** Whether an alert is drawn as its polygon; other alerts are drawn as counties. */
export const isWarning = ({ event, has_polygon }: Schemas['Alert']): boolean => has_polygon && events.includes(event);

/** The symbol of a warning; undefined for alerts that are drawn as counties. */
export function warningSymbol({
  geometry,
  properties,
}: {
  geometry: unknown;
  properties: Schemas['Alert'];
}): MapSymbol | undefined {
  if (!isWarning(properties) || !geometry) return undefined;
  const { id, onset, effective, ends, expires, area_desc: area } = properties;
  return {
    geometry: geometry as Geometry,
    ...alertWords(properties),
    id,
    place: placesOf(area, maxListed),
    ...((onset ?? effective) ? { startsAt: new Date((onset ?? effective)!) } : {}),
    endsAt: new Date(ends ?? expires),
  };
}

/** The description of an alert: end, area, motion and threats. */
export function alertWords(alert: Schemas['Alert']): Description {
  const { id, event, ends, expires, motion, tags, headline, area_desc: area } = alert;
  const threats = compact(
    tags.tornado && `Tornado ${tags.tornado.toLowerCase()}`,
    tags.hail_in && `hail to ${quantity(tags.hail_in, 'in')}`,
    tags.wind_mph && `gusts to ${quantity(tags.wind_mph, 'mph', 0)}`,
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
    lines: compact(
      `Until ${untilTime(ends ?? expires)}`,
      placesOf(area),
      motion && `Moving from ${motion.from_deg}° at ${quantity(motion.speed_kt, 'kt', 0)}`,
      threats.join(', '),
      headline,
    ),
    text: () => alertText(id),
  };
}

/** The first places of an alert. */
function placesOf(area: string | null, most = maxPlaces): string {
  const places = (area ?? '').split('; ');
  const rest = places.length - most;
  return rest > 1 ? `${places.slice(0, most).join('; ')} and ${rest} more` : places.join('; ');
}

async function alertText(id: number): Promise<string> {
  const { data } = await client.get('/alerts/{alert_id}', { alert_id: id });
  if (!data) throw new Error(`the service refused alert ${id}`);
  return compact(data.description, data.instruction).join('\n\n');
}
