import { hdf5, type Hdf5Variable } from './hdf5.ts';

const packed = (
  data: number[],
  scale: number,
  offset: number,
  more: Hdf5Variable['attributes'] = {},
): Hdf5Variable => ({
  data: Int16Array.from(data),
  shape: [data.length],
  chunks: [2],
  attributes: { _Unsigned: 'true', scale_factor: Float32Array.of(scale), add_offset: Float32Array.of(offset), ...more },
});
const fill = { _FillValue: Int16Array.of(-1) };

/** Four flashes: one with codes above 32767, one with fill values, one without a place. */
const variables: Record<string, Hdf5Variable> = {
  flash_lat: { data: Float32Array.of(35.5, -20.25, 10, NaN), shape: [4] },
  flash_lon: { data: Float32Array.of(-97.5, -60.75, -80, -80), shape: [4] },
  flash_time_offset_of_first_event: packed([0, 40_000, 10_000, 0], 0.0005, -5),
  flash_energy: packed([100, 60_000, 65_535, 1], 1e-15, 2e-16, fill),
  flash_area: packed([2000, 50_000, 65_535, 1], 152_601.86, 0, fill),
  flash_quality_flag: packed([0, 3, 65_535, 0], 1, 0, fill),
};

/** Half a second after 2026-05-25T10:00Z, in seconds since 2000-01-01T12:00Z. */
export const time: Hdf5Variable = { data: 832_975_200.5, shape: [] };

/** A granule of the Geostationary Lightning Mapper with those flashes. */
export const granule = (): Promise<Uint8Array> =>
  hdf5({ ...variables, product_time: time }, { dataset_name: 'OR_GLM-L2-LCFA_G19.nc', platform_ID: 'G19' });
