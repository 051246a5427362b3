import { expect } from 'chai';
import { readPlanes } from '../src/index.ts';
import { readPlanesInPlace } from '../src/planes.ts';
import { hdf5 } from './support/hdf5.ts';

/** 3 × 2 cells in degrees, rows from the south. */
const degrees = () =>
  hdf5({
    lat: { data: Float64Array.of(30, 31), shape: [2], attributes: { units: 'degrees_north' } },
    lon: { data: Float64Array.of(-100, -99, -98), shape: [3], attributes: { units: 'degrees_east' } },
    counts: {
      data: Uint16Array.of(1, 2, 3, 4, 5, 6),
      shape: [2, 3],
      attributes: { scale_factor: Float32Array.of(0.5) },
      scales: ['lat', 'lon'],
    },
  });

describe('planes', () => {
  it('gives stored numbers north first, with their packing and geometry', async () => {
    const { planes } = await readPlanesInPlace(await degrees(), ['counts']);
    expect(planes.counts.stored).to.deep.equal(Uint16Array.of(4, 5, 6, 1, 2, 3));
    expect(planes.counts.packing).to.include({ scale: 0.5, offset: 0 });
    expect(planes.counts.geometry).to.include({ kind: 'latlon', west: -100, north: 31 });
  });

  it('reads the same in a thread', async () => {
    const bytes = await degrees();
    expect(await readPlanes(bytes, ['counts'])).to.deep.equal(await readPlanesInPlace(bytes, ['counts']));
  });
});
