import type { NewStormCell } from '@severe/db';
import { at } from '../times.ts';

/** A mature storm cell over Oklahoma that moves east, with what a test changes. */
export function stormCell(change: Partial<NewStormCell> = {}): NewStormCell {
  const { lat = 35, lon = -97.4 } = change;
  const [west, south, east, north] = [lon - 0.06, lat - 0.06, lon + 0.06, lat + 0.06];
  return {
    cell: '20260520T2210-1',
    firstSeenAt: at('22:10'),
    lat,
    lon,
    outline: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ].map((ring) => ring.map(([x, y]) => [round(x), round(y)] as [number, number])),
    },
    areaKm2: 140,
    towardDeg: 90,
    speedMps: 15,
    spreadDeg: 6,
    spreadMps: 1.5,
    maxDbz: 63.5,
    meshMm: 42,
    vilKgm2: 55,
    echoTopKm: 14.5,
    rotation: 12,
    flashes5min: 180,
    flashRate: 41,
    flashJump: 1.2,
    ...change,
  };
}

const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
