import { named, t } from '../language.ts';
import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { untilTime } from '../times.ts';
import { quantity } from '../units.ts';
import { lookOf } from '@severe/catalogue/alert-colours';
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
  name: t`Warnings`,
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
  const { id, onset, effective, expires, area_desc: area } = properties;
  return {
    geometry: geometry as Geometry,
    ...alertWords(properties),
    id,
    place: placesOf(area, maxListed),
    ...((onset ?? effective) ? { startsAt: new Date((onset ?? effective)!) } : {}),
    endsAt: new Date(expires),
  };
}

/** The description of an alert: end, area, motion and threats. */
export function alertWords(alert: Schemas['Alert']): Description {
  const { id, event, expires, motion, tags, headline, area_desc: area } = alert;
  return {
    kind: named(event),
    isUrgent: event.endsWith('Warning'),
    ...lookOf(event),
    ...(tags.emergency
      ? { title: t`${named(event)}: EMERGENCY` }
      : tags.pds
        ? { title: t`${named(event)}: particularly dangerous` }
        : {}),
    lines: compact(
      t`Until ${untilTime(expires)}`,
      placesOf(area),
      motion && t`Moving from ${motion.from_deg}° at ${quantity(motion.speed_kt, 'kt', 0)}`,
      threatsOf(tags),
      headline,
    ),
    text: () => alertText(id),
  };
}

/** Tags of which the map says the word of the provider. */
const wordTags = [
  ['waterspout', t`waterspout`],
  ['landspout', t`landspout`],
  ['flash_flood', t`flash flood`],
  ['dam_failure', t`dam failure`],
  ['levee_failure', t`levee failure`],
  ['rainfall_rate', t`rain`],
  ['snow_squall', t`snow squall`],
  ['snow_squall_impact', t`impact of the squall`],
  ['damage_threat', t`damage threat`],
] as const;

/** What an alert threatens: `Tornado possible, hail to 1.75 in (observed)`. */
function threatsOf(tags: Schemas['Alert']['tags']): string {
  const observed = (threat: string | null): string => (threat === 'OBSERVED' ? t` (observed)` : '');
  const [first = '', ...others] = compact(
    tags.tornado && t`tornado ${word(tags.tornado)}`,
    tags.hail_in && t`hail to ${quantity(tags.hail_in, 'in')}${observed(tags.hail_threat)}`,
    tags.wind_mph && t`gusts to ${quantity(tags.wind_mph, 'mph', 0)}${observed(tags.wind_threat)}`,
    ...wordTags.map(([tag, name]) => tags[tag] && `${name} ${word(tags[tag])}`),
  );
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
}

/** A word of a tag, such as `RADAR INDICATED`. */
const word = (tag: string): string => named(tag.toLowerCase());

/** The first places of an alert. */
function placesOf(area: string | null, most = maxPlaces): string {
  const places = (area ?? '').split('; ');
  const rest = places.length - most;
  return rest > 1 ? t`${places.slice(0, most).join('; ')} and ${rest} more` : places.join('; ');
}

async function alertText(id: number): Promise<string> {
  const { data } = await client.get('/alerts/{alert_id}', { alert_id: id });
  if (!data) throw new Error(`the service refused alert ${id}`);
  return compact(data.description, data.instruction).join('\n\n');
}
