import { t } from '../language.ts';
import type { Geometry } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { bothTimes } from '../times.ts';
import { compassPoint, quantity } from '../units.ts';
import { colour, dots, grown, labels, rank } from './draw.ts';
import { compact, overlayData, symbolsOf, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 300;

/** Colours by the strongest echo, dBZ. */
const strengths = [
  { from: 65, colour: '#f800fd' },
  { from: 60, colour: '#ff3b30' },
  { from: 55, colour: '#ff9900' },
  { from: 50, colour: '#ffe14d' },
  { from: -Infinity, colour: '#7fd4ff' },
];

/** How far ahead the expected way is drawn, seconds. */
const aheadSeconds = 1800;

/** Storm cells tracked on the radar: the centre, the way so far, and the way of the next half hour. */
export const stormCells: Overlay = {
  id: 'storms',
  name: t`Storm cells`,
  source: 'radar',
  everySeconds: 30,
  inSight: true,
  moves: true,
  layers: [
    {
      id: 'storms past',
      type: 'line',
      source: 'storms',
      filter: ['==', ['get', 'part'], 'past'],
      layout: { 'line-cap': 'round', 'line-sort-key': rank },
      paint: { 'line-color': colour, 'line-width': grown([4, 1.2], [9, 2.5]) },
    },
    {
      id: 'storms ahead',
      type: 'line',
      source: 'storms',
      filter: ['==', ['get', 'part'], 'ahead'],
      layout: { 'line-sort-key': rank },
      paint: { 'line-color': '#ffffff', 'line-width': grown([4, 1.2], [9, 2.5]), 'line-dasharray': [2, 2] },
    },
    dots('storms', grown([4, 3.5], [9, 7])),
    ...labels('storms'),
  ],
  async load({ bbox, asOf }) {
    const listed = await client.get('/storms', { bbox, limit, as_of: asOf });
    if (listed.data && listed.data.unavailable.length > 0) throw new Error('the radar has no current frame');
    const { again, isTruncated } = symbolsOf(listed, limit, stormCellSymbol);
    const lines = listed.data?.features.flatMap(stormCellLines) ?? [];
    return overlayData(() => [...lines, ...again()], isTruncated);
  },
};

interface StormFeature {
  geometry: unknown;
  properties: Schemas['StormCell'];
}

/** The centre of a cell, with all that is known of it. */
export function stormCellSymbol({ geometry, properties }: StormFeature): MapSymbol {
  const { max_dbz: dbz, mesh_mm: hail, rotation, echo_top_km: top, vil_kgm2: vil, flash_rate: flashes } = properties;
  return {
    geometry: geometry as Geometry,
    ...lookOf(properties),
    title: t`Storm cell, ${Math.round(dbz)} dBZ`,
    drawn: { part: 'centre', label: motionText(properties) ?? '' },
    lines: compact(
      motionText(properties, true),
      compact(
        hail !== null && hail >= 5 && t`hail to ${quantity(hail, 'mm')}`,
        rotation !== null && rotation >= 3 && t`rotation ${quantity(rotation, '0.001/s')}`,
        top !== null && top > 0 && t`top ${quantity(top, 'km')}`,
        vil !== null && vil > 0 && t`${quantity(vil, 'kg/m2', 0)} of liquid`,
      ).join(', '),
      flashes !== null && flashes > 0 && (properties.lightning_jump ? t`${Math.round(flashes)} flashes a minute, rising sharply` : t`${Math.round(flashes)} flashes a minute`), // prettier-ignore
      ...properties.places.map(({ name, state, minutes }) => `${name}, ${state}: ${arrivalText(minutes)}`),
      t`Seen for ${properties.age_minutes} minutes, at ${bothTimes(properties.observed_at)}`,
    ),
  };
}

/** The way of a cell so far, and the way that it takes if its motion stays. */
export function stormCellLines({ geometry, properties }: StormFeature): MapSymbol[] {
  const { track, toward_deg: toward, speed_mps: speed } = properties;
  const words = { ...lookOf(properties), lines: [] };
  const past = track && { geometry: track as Geometry, ...words, title: t`Way of the storm cell`, drawn: { part: 'past' } }; // prettier-ignore
  if (toward === null || speed === null || speed < 2) return past ? [past] : [];
  const [lon, lat] = (geometry as { coordinates: [number, number] }).coordinates;
  const radian = Math.PI / 180;
  const degrees = (speed * aheadSeconds) / 111_195;
  const end = [
    lon + (degrees * Math.sin(toward * radian)) / Math.cos(lat * radian),
    lat + degrees * Math.cos(toward * radian),
  ];
  const ahead: MapSymbol = {
    geometry: { type: 'LineString', coordinates: [[lon, lat], end] },
    ...words,
    title: t`Where the storm cell may go within half an hour`,
    drawn: { part: 'ahead' },
  };
  return past ? [past, ahead] : [ahead];
}

function lookOf({ max_dbz: dbz }: Schemas['StormCell']): { kind: string; colour: string; rank: number } {
  const at = strengths.findIndex(({ from }) => dbz >= from);
  const { from, colour } = strengths[at];
  const kind = from === -Infinity ? t`Storm cell below 50 dBZ` : t`Storm cell from ${from} dBZ`;
  return { kind, colour, rank: strengths.length - at };
}

/** `NE 28 mph`, and with its error if it is asked for. */
function motionText(
  { toward_deg: toward, speed_mps: speed, motion_spread: spread }: Schemas['StormCell'],
  full = false,
): string | undefined {
  if (toward === null || speed === null) return full ? t`Its motion is not known yet` : undefined;
  const text = `${compassPoint(toward)} ${quantity(speed, 'm/s', 0)}`;
  return full && spread ? t`Moving ${text} (±${quantity(spread.mps, 'm/s', 0)}, ±${spread.deg}°)` : text;
}

function arrivalText(minutes: number): string {
  return minutes === 0 ? t`now` : t`may arrive in about ${minutes} minutes`;
}
