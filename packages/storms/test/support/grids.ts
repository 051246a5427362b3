import type { EchoGrid } from '../../src/index.ts';

/** Round storms on a grid of 0.02°: the echo falls off linearly from `dbz` at the centre, by `perKm` dB. */
export function gridOf(
  storms: { lat: number; lon: number; dbz: number; perKm?: number }[],
  { west = -100, north = 37, width = 200, height = 150 } = {},
): EchoGrid {
  const step = 0.02;
  const packed = new Uint16Array(width * height);
  for (let i = 0; i < packed.length; i++) {
    const lat = north - Math.floor(i / width) * step;
    const lon = west + (i % width) * step;
    for (const storm of storms) {
      const eastKm = (lon - storm.lon) * 111.195 * Math.cos((lat * Math.PI) / 180);
      const km = Math.hypot(eastKm, (lat - storm.lat) * 111.195);
      const dbz = storm.dbz - km * (storm.perKm ?? 2);
      if (dbz > 0) packed[i] = Math.max(packed[i], Math.round(dbz * 10) + 1);
    }
  }
  const geometry = { kind: 'latlon' as const, west, north, stepLon: step, stepLat: step };
  return { width, height, packed, scale: 0.1, offset: -0.1, absent: [{ code: 0 }], geometry };
}
