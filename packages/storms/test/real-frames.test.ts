import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readGrib2Field } from '@severe/raster';
import { sharedFile } from '@severe/testing/shared';
import { expect } from 'chai';
import { identifyCells, motionOf, track, type EchoGrid, type TrackerState } from '../src/index.ts';
import { halved } from './support/simulated-scans.ts';

/**
 * A mosaic of 4 July 2022, and the same echo two and four minutes later moved by a whole number of cells, the same for all:
 * `data/raster/grib2-derived` says how it was made.
 */
const files = [
  'data/raster/grib2/MRMS_MergedReflectivityQCComposite_00.50_20220704-110040.grib2',
  'data/raster/grib2-derived/MRMS_MergedReflectivityQCComposite_00.50_20220704-110240.grib2.gz',
  'data/raster/grib2-derived/MRMS_MergedReflectivityQCComposite_00.50_20220704-110440.grib2.gz',
];
const start = Date.parse('2022-07-04T11:00:40Z');

function gridOf(path: string): EchoGrid {
  const bytes = readFileSync(path);
  const field = readGrib2Field(path.endsWith('.gz') ? gunzipSync(bytes) : bytes, { nothing: [-99], missing: [-999] });
  if (field.geometry.kind !== 'latlon')
    throw new Error(`expected latitudes and longitudes, got ${field.geometry.kind}`);
  return halved({ ...field, geometry: field.geometry });
}

describe('storm cells of a real mosaic', function () {
  this.timeout(120_000);

  it('are followed through three frames, and all move alike', function () {
    const paths = files.map((file) => sharedFile(this, file));
    let state: TrackerState | undefined;
    let last: ReturnType<typeof track> | undefined;
    let first: { id: string; lat: number; lon: number }[] = [];
    for (const [i, path] of paths.entries()) {
      last = track(state, start + i * 120_000, identifyCells(gridOf(path)));
      ({ state } = last);
      if (i === 0) first = last.tracked.map(({ cell, track: { id } }) => ({ id, lat: cell.lat, lon: cell.lon }));
    }
    const before = new Map(first.map((one) => [one.id, one]));
    const moved = last!.tracked.flatMap(({ cell, track: { id } }) => {
      const from = before.get(id);
      return from ? [{ lat: cell.lat - from.lat, lon: cell.lon - from.lon }] : [];
    });
    console.log(`      ${first.length} cells, ${moved.length} followed through all frames`);
    expect(first.length).to.be.above(20);
    expect(moved.length / first.length).to.be.above(0.9);
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
    const [north, east] = [median(moved.map(({ lat }) => lat)), median(moved.map(({ lon }) => lon))];
    const alike = moved.filter(({ lat, lon }) => Math.hypot(lat - north, lon - east) < 0.015); // less than a cell of the search
    expect(alike.length / moved.length).to.be.above(0.9);
    // The true motion, from the displacement in four minutes.
    const lat = median(first.map((one) => one.lat));
    const [northMps, eastMps] = [north, east * Math.cos((lat * Math.PI) / 180)].map((deg) => (deg * 111_195) / 240);
    const errors = last!.tracked.flatMap(({ track: one }) => {
      const motion = motionOf(one);
      if (!motion) return [];
      const radians = (motion.towardDeg * Math.PI) / 180;
      return Math.hypot(motion.speedMps * Math.sin(radians) - eastMps, motion.speedMps * Math.cos(radians) - northMps);
    });
    console.log(`      ${errors.length} with a motion, median error ${median(errors).toFixed(1)} m/s of the vector`);
    expect(errors.length).to.be.above(20);
    expect(median(errors)).to.be.below(5);
  });
});
