import { encodeGrib2, hrrrGrid, hrrrOrigin, type LatLonGridInput } from '@severe/grib2/write';
import { codeOf, mosaicFile } from '@severe/grib2/testing/mosaic-file';

const firstAt = new Date('2026-05-20T22:18:00Z');

/** A small part of the mosaics' grid, over Oklahoma. */
export const smallGrid: LatLonGridInput = {
  kind: 'latlon',
  width: 300,
  height: 200,
  firstLat: 36.995,
  firstLon: -99.995,
  stepLon: 0.01,
  stepLat: 0.01,
  earth: 2,
};

/** Takes hundreds of milliseconds, so that a limit of processor time is checked before it ends. */
export const largeGrid: LatLonGridInput = { ...smallGrid, width: 6000, height: 3000, stepLon: 0.004, stepLat: 0.004 };

/** A mosaic with one echo of 45 dBZ, 40 cells wide, in the middle of nothing; gzipped, as the provider has it. */
export function radarFile({ grid = smallGrid, at = firstAt }: { grid?: LatLonGridInput; at?: Date } = {}): Uint8Array {
  const codes = new Uint16Array(grid.width * grid.height).fill(codeOf(-99)); // nothing
  for (let row = 80; row < 120; row++) codes.fill(codeOf(45), row * grid.width + 130, row * grid.width + 170);
  return mosaicFile(grid, codes, at);
}

/** A mosaic of a radar network that is away: every cell says that nobody looked. */
export function blindFile(): Uint8Array {
  return mosaicFile(smallGrid, new Uint16Array(smallGrid.width * smallGrid.height).fill(codeOf(-999)), firstAt);
}

/** A model's elevation on a corner of its grid, of a run and an hour: 10 m more with every cell eastwards. */
export function elevationFile(runAt = new Date('2026-05-20T22:00:00Z'), hour = 0): Uint8Array {
  const [width, height] = [40, 30];
  return encodeGrib2({
    identification: { ...hrrrOrigin, referenceAt: runAt },
    grid: { ...hrrrGrid, kind: 'lambert', width, height },
    product: {
      category: 3,
      number: 5,
      processIds: [0, 83],
      forecast: { unit: 1, value: hour },
      surface: { type: 1, value: 0 },
    },
    values: { codes: Uint16Array.from({ length: width * height }, (_, i) => (i % width) * 10), reference: 0 },
    packing: { template: '5.3' },
  });
}
