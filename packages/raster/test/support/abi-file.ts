import { hdf5, type Hdf5Variable } from '@severe/netcdf/testing/hdf5';

/** A small sector as GOES-East sees it: 160 × 120 cells of 2 km over Louisiana and Texas. */
export const abiSector = { width: 160, height: 120, x: -0.101332 + 900 * 0.000056, y: 0.128212 - 650 * 0.000056 };

const step = 0.000056;
const reflected = new Set(['C01', 'C02', 'C03', 'C05', 'C06']);
const emitted = ['C07', 'C08', 'C10', 'C11', 'C12', 'C13', 'C14', 'C15'];
const none = -1; // 65535 without its sign

/** What a cell of a band shows: a part of the light, or K; undefined where the satellite saw nothing. */
export type Scene = (band: string, column: number, row: number) => number | undefined;

/** Warm, bright land with a storm in the middle: cold, white, 40 cells wide. */
export const stormScene: Scene = (band, column, row) => {
  const inStorm = Math.hypot(column - 80, row - 60) < 20;
  if (reflected.has(band)) return inStorm ? 0.8 : 0.1;
  return inStorm ? 210 : 295;
};

/** A file like those of ABI-L2-MCMIPC, with the bands that our products are made of. */
export function abiFile(
  scene: Scene = stormScene,
  { startsAt = new Date('2026-05-20T18:16:17.6Z'), sector = abiSector, quality, onlyBand }: AbiOptions = {},
): Promise<Uint8Array> {
  const { width, height, x, y } = sector;
  const variables: Record<string, Hdf5Variable> = {
    y: axis(height, y, -step),
    x: axis(width, x, step),
    goes_imager_projection: {
      data: Int32Array.of(0),
      shape: [1],
      attributes: {
        grid_mapping_name: 'geostationary',
        perspective_point_height: Float64Array.of(35_786_023),
        semi_major_axis: Float64Array.of(6_378_137),
        semi_minor_axis: Float64Array.of(6_356_752.31414),
        longitude_of_projection_origin: Float64Array.of(-75),
        sweep_angle_axis: 'x',
      },
    },
  };
  for (const band of onlyBand === undefined ? [...reflected, ...emitted] : [onlyBand]) {
    const [scale, offset] = reflected.has(band) ? [0.00031746, 0] : [0.02, 180];
    const data = new Int16Array(width * height);
    for (let i = 0; i < data.length; i++) {
      const value = scene(band, i % width, Math.floor(i / width));
      data[i] = value === undefined ? none : Math.round((value - offset) / scale);
    }
    const suffix = onlyBand === undefined ? `_${band}` : '';
    if (onlyBand !== undefined) variables.band_id = { data: Int8Array.of(Number(band.slice(1))), shape: [1] };
    variables[`CMI${suffix}`] = {
      data,
      shape: [height, width],
      chunks: [60, 80],
      attributes: {
        _FillValue: Int16Array.of(none),
        _Unsigned: 'true',
        scale_factor: Float32Array.of(scale),
        add_offset: Float32Array.of(offset),
        units: reflected.has(band) ? '1' : 'K',
        grid_mapping: 'goes_imager_projection',
      },
      scales: ['y', 'x'],
    };
    if (quality) variables[`DQF${suffix}`] = { data: quality, shape: [height, width], chunks: [60, 80] };
  }
  return hdf5(variables, {
    time_coverage_start: startsAt.toISOString(),
    time_coverage_end: new Date(startsAt.getTime() + 157_300).toISOString(),
  });
}

export interface AbiOptions {
  startsAt?: Date;
  sector?: typeof abiSector;
  /** Flags of every cell: 0 is good, 3 is none. */
  quality?: Uint8Array;
  /** A file like those of ABI-L2-CMIPC, with this band alone. Default: all. */
  onlyBand?: string;
}

function axis(count: number, first: number, by: number): Hdf5Variable {
  return {
    data: Int16Array.from({ length: count }, (_, i) => i),
    shape: [count],
    attributes: { units: 'rad', scale_factor: Float32Array.of(by), add_offset: Float32Array.of(first) },
  };
}
