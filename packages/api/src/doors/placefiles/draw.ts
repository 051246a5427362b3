import { minuteMs } from '@severe/async';
import { formatTime } from '@severe/base';
import { lookOf } from '@severe/catalogue/alert-colours';
import { destination, mpsPerKnot } from '@severe/geo';
import type { TypeOf } from '@severe/http';
import type { alertProperties } from '../../resources/alerts/schema.ts';
import type { gaugeProperties } from '../../resources/gauges/schema.ts';
import type { flashProperties } from '../../resources/lightning/schema.ts';
import type { reportProperties } from '../../resources/reports/schema.ts';
import type { stormCellProperties } from '../../resources/storm-cells/schema.ts';
import type { watchProperties } from '../../resources/watches/schema.ts';
import type { ListedFeature } from '../features-of.ts';
import { color, line, outline, symbol, text, type Strokes } from './statements.ts';

/** Statements, and when they hold: for images of a past time. */
export interface Drawn {
  from?: string;
  to?: string;
  statements: string;
}

/** How long a report is shown. */
export const reportHours = 3;

/** A feature that has a place. */
type FeatureOf<Schema> = ListedFeature<TypeOf<Schema>> & { geometry: object };

/** The words of fields that have a value. */
const known = (...words: (string | false | null | undefined)[]): string[] => words.filter((word) => !!word) as string[];
const clock = (time: string): string => `${time.slice(11, 16)}Z`;

const triangle: Strokes = [[[-7, 7], [7, 7], [0, -7], [-7, 7]]]; // prettier-ignore
const circle: Strokes = [[[-3, 7], [3, 7], [7, 3], [7, -3], [3, -7], [-3, -7], [-7, -3], [-7, 3], [-3, 7]]]; // prettier-ignore
const square: Strokes = [[[-6, 6], [6, 6], [6, -6], [-6, -6], [-6, 6]]]; // prettier-ignore
const diamond: Strokes = [[[0, 8], [8, 0], [0, -8], [-8, 0], [0, 8]]]; // prettier-ignore
const cross: Strokes = [[[-4, 0], [4, 0]], [[0, -4], [0, 4]]]; // prettier-ignore

const reportLooks: Record<string, { strokes: Strokes; colour: string }> = {
  tornado: { strokes: triangle, colour: '#ff0000' },
  hail: { strokes: circle, colour: '#00c000' },
  wind: { strokes: square, colour: '#4080ff' },
  flood: { strokes: diamond, colour: '#00ffff' },
};
const floodColours: Record<string, string> = { minor: '#ff9900', moderate: '#ff0000', major: '#cc33ff' };

export function drawAlert({ geometry, properties: alert }: FeatureOf<typeof alertProperties>): Drawn {
  const { hail_in: hail, wind_mph: wind, tornado, damage_threat: threat, emergency, pds } = alert.tags;
  const hover = known(
    `${alert.event} until ${clock(alert.expires)}`,
    emergency && 'EMERGENCY',
    pds && 'PARTICULARLY DANGEROUS SITUATION',
    tornado ? `Tornado: ${tornado}` : '',
    threat ? `Damage threat: ${threat}` : '',
    hail ? `Hail: ${hail} in` : '',
    wind ? `Wind: ${wind} mph` : '',
    alert.area_desc.slice(0, 200),
    alert.headline?.slice(0, 200),
  );
  const statements = color(lookOf(alert.event).colour) + outline(emergency || pds ? 5 : 3, hover, geometry.coordinates);
  return { from: alert.sent, to: alert.expires, statements };
}

export function drawWatch({ geometry, properties: watch }: FeatureOf<typeof watchProperties>): Drawn {
  const event = watch.type === 'TOR' ? 'Tornado Watch' : 'Severe Thunderstorm Watch';
  const hover = known(`${event} ${watch.number} until ${clock(watch.expires)}`, watch.pds && 'PARTICULARLY DANGEROUS SITUATION'); // prettier-ignore
  const statements = color(lookOf(event).colour) + outline(2, hover, geometry.coordinates);
  return { from: watch.issued, to: watch.expires, statements };
}

export function drawReport({ geometry, properties: report }: FeatureOf<typeof reportProperties>): Drawn {
  const { strokes, colour } = reportLooks[report.type] ?? { strokes: cross, colour: '#ffffff' };
  const size = report.magnitude === null ? '' : ` ${report.magnitude} ${report.units ?? ''}`;
  const hover = known(
    `${report.type}${size}, ${clock(report.time)}`,
    known(report.place, report.county, report.state).join(', '),
    report.remarks?.slice(0, 300),
  );
  const to = formatTime(new Date(Date.parse(report.time) + reportHours * 60 * minuteMs));
  return { from: report.time, to, statements: color(colour) + symbol(geometry.coordinates as number[], 2, strokes, hover) }; // prettier-ignore
}

export function drawFlash({ geometry, properties }: FeatureOf<typeof flashProperties>): Drawn {
  const { age_seconds: age, flash_time: at } = properties;
  const colour = age < 120 ? '#ffffff' : age < 300 ? '#ffff00' : '#c08000';
  return { statements: color(colour) + symbol(geometry.coordinates as number[], 1, cross, [`Flash ${clock(at)}`]) };
}

export function drawCell({ id, geometry, properties: cell }: FeatureOf<typeof stormCellProperties>): Drawn {
  const at = geometry.coordinates as number[];
  const hover = known(
    `Cell ${id}, ${clock(cell.observed_at)}: ${cell.max_dbz} dBZ`,
    cell.mesh_mm !== null && `Hail (MESH): ${cell.mesh_mm} mm`,
    cell.echo_top_km !== null && `Echo top: ${cell.echo_top_km} km`,
    cell.rotation !== null && `Rotation: ${cell.rotation} /1000 s`,
    cell.lightning_jump && 'Lightning jump',
    cell.toward_deg !== null && cell.speed_mps !== null && `Moves toward ${cell.toward_deg}° at ${Math.round(cell.speed_mps / mpsPerKnot)} kt`, // prettier-ignore
  );
  const shape = symbol(at, 2, circle, hover) + text(at, 1, String(Math.round(cell.max_dbz)), hover);
  const { coordinates: past } = (cell.track ?? {}) as { coordinates?: unknown[] };
  const track = past ? outline(1, ['Where it has been'], past) : '';
  const ahead = cell.toward_deg === null || cell.speed_mps === null ? '' : line(2, ['The next 30 minutes, if its motion stays'], [at, after(at, cell.toward_deg, cell.speed_mps * 1800)]); // prettier-ignore
  return { statements: color('#ffffff') + shape + track + color('#ffff00') + ahead };
}

export function drawGauge({ id, geometry, properties: gauge }: FeatureOf<typeof gaugeProperties>): Drawn {
  const hover = known(
    `${gauge.name ?? String(id)}: ${gauge.flood_category} flooding`,
    gauge.stage !== null && `Stage ${gauge.stage} ${gauge.stage_unit ?? ''}, ${clock(gauge.time)}`,
  );
  const colour = floodColours[gauge.flood_category ?? ''] ?? '#ffff00';
  return { statements: color(colour) + symbol(geometry.coordinates as number[], 2, diamond, hover) };
}

/** A position some metres away in a direction. */
function after([lon, lat]: number[], towardDeg: number, metres: number): number[] {
  const there = destination({ lat, lon }, towardDeg, metres);
  return [Number(there.lon.toFixed(4)), Number(there.lat.toFixed(4))];
}
