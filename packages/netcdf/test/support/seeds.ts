import { granule } from './granule.ts';
import { hdf5 } from './hdf5.ts';

/** 6 × 8 cells at angles of view from a satellite, packed in chunks; the names of real files, and their attributes. */
export const netcdf = await hdf5(
  {
    y: {
      data: Int16Array.from({ length: 6 }, (_, i) => 3 - i),
      shape: [6],
      attributes: { units: 'rad', scale_factor: Float32Array.of(0.001) },
    },
    x: {
      data: Int16Array.from({ length: 8 }, (_, i) => i - 4),
      shape: [8],
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
      data: Int16Array.from({ length: 48 }, (_, i) => (i === 0 ? -1 : i * 10)),
      shape: [6, 8],
      chunks: [3, 4],
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
  },
  { time_coverage_start: '2026-05-20T22:18:39.5Z' },
);

export const lightning = await granule();

export const netcdfSeeds: Record<string, Uint8Array> = {
  'packed cells': netcdf,
  'flashes of lightning': lightning,
  'plain cells': await hdf5({ cells: { data: Float32Array.from({ length: 48 }, (_, i) => i / 2), shape: [6, 8] } }),
};
