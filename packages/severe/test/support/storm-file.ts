import { encodeGrib2, mrmsOrigin, quantize } from '@severe/grib2/write';

/** One round storm of 60 dBZ in a quiet sky, on a part of the national mosaic's grid. */
export function stormFile(): Uint8Array {
  const [width, height] = [300, 200];
  const dbz = Float32Array.from({ length: width * height }, (_, i) => {
    const echo = 60 - Math.hypot((i % width) - 150, Math.floor(i / width) - 100);
    return echo > 0 ? Math.round(echo * 2) / 2 : -99;
  });
  return encodeGrib2({
    identification: { ...mrmsOrigin, referenceAt: new Date('2026-05-20T22:18:00Z') },
    grid: { kind: 'latlon', width, height, firstLat: 36.995, firstLon: -98.995, stepLon: 0.01, stepLat: 0.01 },
    product: { category: 10, number: 0, process: 8, surface: { type: 102, value: 500 } },
    values: quantize(dbz, { decimalScale: 1 }),
    packing: { template: '5.41' },
  });
}
