import { DataError } from '@severe/base';
import { expect } from 'chai';
import { shared } from '@severe/testing/shared';
import { craftedNetcdf } from './support/crafted.ts';
import { netcdf } from './support/seeds.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { surveyNetcdf } from '../src/index.ts';
import { isTrap, libraryProblem } from '../src/library-problem.ts';
import { surveyInPlace } from '../src/survey.ts';
import { hdf5, type Hdf5Variable } from './support/hdf5.ts';

const noCells = { at: [], indices: [] };

/** 3 × 4 cells around the point below a satellite over 75° W. */
const view: Record<string, Hdf5Variable> = {
  y: { data: Int16Array.of(1, 0, -1), shape: [3], attributes: { units: 'rad', scale_factor: Float32Array.of(0.001) } },
  x: {
    data: Int16Array.of(0, 1, 2, 3),
    shape: [4],
    attributes: { units: 'rad', scale_factor: Float32Array.of(0.001), add_offset: Float32Array.of(-0.001) },
  },
  goes_imager_projection: {
    data: Int32Array.of(0),
    shape: [1, 1],
    attributes: {
      grid_mapping_name: 'geostationary',
      perspective_point_height: Float64Array.of(35786023),
      semi_major_axis: Float64Array.of(6378137),
      semi_minor_axis: Float64Array.of(6356752.31414),
      longitude_of_projection_origin: Float64Array.of(-75),
      sweep_angle_axis: 'x',
    },
  },
  LST: {
    data: Int16Array.of(-1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, -2),
    shape: [3, 4],
    chunks: [2, 2],
    attributes: {
      _FillValue: Int16Array.of(-1),
      _Unsigned: 'true',
      scale_factor: Float32Array.of(0.5),
      add_offset: Float32Array.of(200),
      units: 'K',
      grid_mapping: 'goes_imager_projection',
    },
    scales: ['y', 'x'],
  },
};

/** The same view from over 137.2° W: its western edge lies beyond the antimeridian. */
const westernView: Record<string, Hdf5Variable> = {
  ...view,
  x: {
    data: Int16Array.of(0, 1, 2, 3),
    shape: [4],
    attributes: { units: 'rad', scale_factor: Float32Array.of(0.001), add_offset: Float32Array.of(-0.13) },
  },
  goes_imager_projection: {
    ...view.goes_imager_projection,
    attributes: { ...view.goes_imager_projection.attributes, longitude_of_projection_origin: Float64Array.of(-137.2) },
  },
};

describe('survey', () => {
  it('gives positions beyond the antimeridian their usual longitude', async () => {
    const lstOf = async (query: { at: { lat: number; lon: number }[]; indices: number[] }) =>
      (await surveyInPlace(await hdf5(westernView), query)).variables.find(({ name }) => name === 'LST')!;
    const { cells } = await lstOf({ at: [], indices: [5] });
    const { lat, lon } = cells[0] as { lat: number; lon: number };
    expect(lon).to.be.within(160, 180);
    const { at } = await lstOf({ at: [lon, lon - 360].map((turned) => ({ lat, lon: turned })), indices: [] });
    expect(at.map(({ stored }) => stored)).to.deep.equal([50, 50]);
  });

  it('reads the two-dimensional variables only', async () => {
    const bytes = await hdf5(view, { time_coverage_start: '2026-05-20T22:18:39.5Z' });
    const { startsAt, variables } = await surveyNetcdf(bytes, noCells); // in its thread
    expect(startsAt).to.deep.equal(new Date('2026-05-20T22:18:39.5Z'));
    expect(variables.map(({ name }) => name).sort()).to.deep.equal(['LST', 'goes_imager_projection']);
    const lst = variables.find(({ name }) => name === 'LST')!;
    // 10 to 100 in tens, and 65534, times 0.5 plus 200
    expect(lst).to.include({ width: 4, height: 3, type: 'uint16', units: 'K', gridMapping: 'geostationary' });
    expect(lst).to.include({ count: 12, missing: 1, min: 205, max: 32967, mean: 200 + (550 + 65534) / 2 / 11 });
  });

  it('converts scan angles to places, and places to cells', async () => {
    const query = {
      at: [
        { lat: 0, lon: -75 },
        { lat: 60, lon: 100 },
      ],
      indices: [5, 11, 12],
    };
    const { variables } = await surveyInPlace(await hdf5(view), query);
    const { at, cells } = variables.find(({ name }) => name === 'LST')!;
    expect(at[0]).to.include({ index: 5, stored: 50, value: 225 });
    expect(at[1]).to.deep.equal({ lat: 60, lon: 100, index: undefined, value: null });
    expect(cells[0].lat).to.be.closeTo(0, 1e-6);
    expect(cells[0].lon).to.be.closeTo(-75, 1e-6);
    // 0.001 radians from 35 786 km below: 35.8 km, 0.32 degrees
    expect(cells[1]).to.include({ index: 11, stored: 65534 });
    expect(cells[1].lat).to.be.closeTo((-35.786 / 6356.75) * (180 / Math.PI), 0.01);
    expect(cells[2]).to.deep.equal({ index: 12, value: null });
  });

  const axis = (units: string, ...data: number[]) => ({
    data: Float64Array.from(data),
    shape: [data.length],
    attributes: { units },
  });

  it('finds western places on longitudes from 0 to 360', async () => {
    const bytes = await hdf5({
      lat: axis('degrees_north', 40, 39),
      lon: axis('degrees_east', 0, 90, 180, 270),
      t2: { data: Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7), shape: [2, 4], scales: ['lat', 'lon'] },
    });
    const at = [-91, 269, -2, 182].map((lon) => ({ lat: 40, lon }));
    const { variables } = await surveyInPlace(bytes, { at, indices: [7] });
    expect(variables[0].at.map(({ value }) => value)).to.deep.equal([3, 3, 0, 2]);
    expect(variables[0].cells[0]).to.include({ lat: 39, lon: -90 });
  });

  it('finds cells on axes in degrees', async () => {
    const bytes = await hdf5({
      lat: axis('degrees_north', 40, 39),
      lon: axis('degrees_east', -100, -99, -98),
      t2: { data: Float32Array.of(1, 2, 3, 4, 5, NaN), shape: [2, 3], scales: ['lat', 'lon'] },
    });
    const { variables } = await surveyInPlace(bytes, { at: [{ lat: 39.2, lon: -99.4 }], indices: [4] });
    expect(variables).to.have.length(1);
    expect(variables[0]).to.include({ missing: 1, min: 1, max: 5, mean: 3 });
    expect(variables[0].at).to.deep.equal([{ lat: 39.2, lon: -99.4, index: 4, stored: 5, value: 5 }]);
    expect(variables[0].cells).to.deep.equal([{ index: 4, lat: 39, lon: -99, stored: 5, value: 5 }]);
  });

  it('refuses files with the error of the library', async () => {
    const whole = await hdf5(view);
    for (const [bytes, problem] of [
      [Buffer.from('\x89HDF\r\n\x1a\nand nothing more', 'latin1'), /the HDF5 library cannot/],
      [whole.subarray(0, whole.length / 2), /truncated file/],
    ] as const) {
      const error = await surveyInPlace(bytes, noCells).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(DataError);
      expect((error as DataError).message).to.match(problem);
      expect((error as DataError).message).not.to.include('\n');
    }
  });

  it('terminates a thread that exceeds its memory', async () => {
    const error = await surveyNetcdf(await hdf5(view), noCells, { memory: 1 }).catch((thrown: unknown) => thrown);
    expect((error as DataError).code).to.equal('netcdf-too-hungry');
  });

  it('stops the library in an endless loop: a heap whose free space has no octets', async () => {
    const bytes = Buffer.from(netcdf);
    bytes.fill(0, bytes.indexOf('GCOL') + 16, bytes.indexOf('GCOL') + 32);
    const error = await surveyNetcdf(bytes, noCells, { processorMs: 1500 }).catch((thrown: unknown) => thrown);
    expect((error as DataError).code).to.equal('netcdf-too-slow');
  });

  it('recognizes errors that abort the library', () => {
    const endless = (): number => endless() + 1;
    expect(isTrap(new WebAssembly.RuntimeError('memory access out of bounds'))).to.equal(true);
    expect(endless).to.throw().that.satisfies(isTrap);
    expect(isTrap(new Error('HDF5-DIAG: invalid datatype size'))).to.equal(false);
  });

  it('names the missing filter, not the folders of plugins', () => {
    const steps = [
      "#008: src/H5Z.c line 1435 in H5Z_pipeline(): required filter 'zstd' is not registered",
      "#013: src/H5PLpath.c line 858 in H5PL__find_plugin_in_path(): can't open directory (/lib/plugin)",
    ];
    const error = new Error(['HDF5-DIAG: Error detected in HDF5 (2.0.0):', ...steps].join('\n  '));
    expect(libraryProblem(error)).to.equal("required filter 'zstd' is not registered");
  });

  it('refuses a variable with too many chunks', async () => {
    const bytes = craftedNetcdf['a dataspace of ten million rows that may grow'](); // in chunks of 3 × 4
    const { variables } = await surveyInPlace(bytes, noCells);
    const { error } = variables.find(({ name }) => name === 'LST')!;
    expect(error).to.equal('LST is stored in 6666668 chunks, at most 100000 are read');
  });

  const folder = shared('data/raster/goes');
  const files = folder ? readdirSync(folder).filter((name) => /^OR_(ABI|GLM-L2-GLMC).*\.nc$/.test(name)) : [];
  for (const name of files) {
    it(`agrees with another reader on ${name.slice(0, 50)}`, async () => {
      const { variables } = await surveyInPlace(readFileSync(`${folder}/${name}`), noCells);
      const expected = JSON.parse(readFileSync(`${folder}/${name}.expected.json`, 'utf8')) as {
        variables: Record<string, { shape: number[]; valid?: number; min?: number; max?: number; mean?: number }>;
      };
      const planes = Object.entries(expected.variables).filter(([, { shape, valid }]) => shape.length === 2 && valid);
      for (const [variable, { shape, valid, min = NaN, max = NaN, mean = NaN }] of planes) {
        const found = variables.find((each) => each.name === variable)!;
        expect([found.height, found.width]).to.deep.equal(shape);
        expect(found.count! - found.missing!).to.equal(valid);
        const tolerance = 1e-5 * (max - min) + 2e-6 * Math.abs(max);
        expect(found.min).to.be.closeTo(min, tolerance);
        expect(found.max).to.be.closeTo(max, tolerance);
        expect(found.mean).to.be.closeTo(mean, tolerance);
      }
    });
  }
});
