import { packChunk } from '../netcdf/chunks.ts';
import { encodeNetcdf } from '../netcdf/file.ts';
import type { Attributes, VariableToWrite } from '../netcdf/to-write.ts';
import { bands, type Band } from './bands.ts';
import { earth, type AbiGrid } from './grid.ts';
import { isoTenths, secondsOf, type FileTimes } from './names.ts';
import { chunkSize, packBand } from './pack-band.ts';
import type { Satellite } from './renderer.ts';

/** All sixteen bands at 2 km, as in an ABI-L2-MCMIPC file. */
export const multibandImages = ({ grid }: Satellite, codes: Uint16Array[]): VariableToWrite[] =>
  bands.flatMap((band, i) => variablesOf(band, codes[i], grid));

/** One band at 2 km, as in an ABI-L2-CMIPC file, whose variables have no number in their names. */
export function bandImages({ grid }: Satellite, band: Band, codes: Uint16Array): VariableToWrite[] {
  const unnumbered = ({ name: numbered, ...rest }: VariableToWrite): VariableToWrite => {
    const attributes = Object.entries(rest.attributes ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replaceAll(`_${bandName(band.number)}`, '') : value,
    ]);
    return {
      ...rest,
      name: numbered.replace(`_${bandName(band.number)}`, ''),
      attributes: Object.fromEntries(attributes) as Attributes,
    };
  };
  return variablesOf(band, codes, grid).map(unnumbered);
}

/** A file of images with their times, axes and projection. */
export function imageryFile(
  satellite: Satellite,
  name: string,
  times: FileTimes,
  images: VariableToWrite[],
): Uint8Array {
  const { grid } = satellite;
  return encodeNetcdf({
    dimensions: { y: grid.height, x: grid.width, number_of_time_bounds: 2, band: 1, number_of_image_bounds: 2 },
    attributes: fileAttributes(satellite, name, times),
    variables: [...images, ...timesOf(times), ...axesOf(grid), projectionOf(grid), ...placeOfSatellite(grid)],
  });
}

const variablesOf = (band: Band, codes: Uint16Array, grid: AbiGrid): VariableToWrite[] => [
  imageOf(band, codes, grid),
  qualityOf(band, grid),
  ...detailsOf(band),
];

/** The name of a band, such as `C13`. */
export const bandName = (number: number): string => `C${String(number).padStart(2, '0')}`;

function imageOf(
  { number, wavelength, bits, scale, offset, radiometry }: Band,
  codes: Uint16Array,
  grid: AbiGrid,
): VariableToWrite {
  const reflected = radiometry.kind === 'reflectance';
  return {
    name: `CMI_${bandName(number)}`,
    dimensions: ['y', 'x'],
    attributes: {
      _FillValue: Int16Array.of(-1),
      long_name: `ABI Cloud and Moisture Imagery ${reflected ? 'reflectance factor' : 'brightness temperature at top of atmosphere'} (${wavelength} um)`,
      standard_name: reflected
        ? 'toa_lambertian_equivalent_albedo_multiplied_by_cosine_solar_zenith_angle'
        : 'toa_brightness_temperature',
      _Unsigned: 'true',
      sensor_band_bit_depth: Int8Array.of(bits),
      valid_range: Int16Array.of(0, 2 ** bits - 1),
      scale_factor: Float32Array.of(scale),
      add_offset: Float32Array.of(offset),
      units: reflected ? '1' : 'K',
      resolution: `y: ${grid.step.toFixed(6)} rad x: ${grid.step.toFixed(6)} rad`,
      coordinates: `band_id_${bandName(number)} band_wavelength_${bandName(number)} t y x`,
      grid_mapping: 'goes_imager_projection',
      cell_methods: 't: point area: point',
      ancillary_variables: `DQF_${bandName(number)}`,
    },
    data: { type: new Int16Array(), shape: [chunkSize, chunkSize], chunks: packBand(codes) },
  };
}

/** The quality flags: every cell is good. */
function qualityOf({ number }: Band, { width, height }: AbiGrid): VariableToWrite {
  const good = packChunk(new Int8Array(chunkSize * chunkSize));
  return {
    name: `DQF_${bandName(number)}`,
    dimensions: ['y', 'x'],
    attributes: {
      _FillValue: Int8Array.of(-1),
      long_name: 'ABI Cloud and Moisture Imagery data quality flags',
      standard_name: 'status_flag',
      _Unsigned: 'true',
      valid_range: Int8Array.of(0, 4),
      units: '1',
      coordinates: `band_id_${bandName(number)} band_wavelength_${bandName(number)} t y x`,
      grid_mapping: 'goes_imager_projection',
      flag_values: Int8Array.of(0, 1, 2, 3, 4),
      flag_meanings:
        'good_pixel_qf conditionally_usable_pixel_qf out_of_range_pixel_qf no_value_pixel_qf focal_plane_temperature_threshold_exceeded_qf',
    },
    data: {
      type: new Int8Array(),
      shape: [chunkSize, chunkSize],
      chunks: Array.from({ length: (width * height) / chunkSize ** 2 }, () => good),
    },
  };
}

function detailsOf({ number, wavelength }: Band): VariableToWrite[] {
  return [
    {
      name: `band_wavelength_${bandName(number)}`,
      dimensions: ['band'],
      attributes: {
        long_name: `ABI band ${number} central wavelength`,
        standard_name: 'sensor_band_central_radiation_wavelength',
        units: 'um',
      },
      data: Float32Array.of(wavelength),
    },
    {
      name: `band_id_${bandName(number)}`,
      dimensions: ['band'],
      attributes: { long_name: `ABI channel ${number}`, standard_name: 'sensor_band_identifier', units: '1' },
      data: Int8Array.of(number),
    },
  ];
}

function timesOf({ start, end }: FileTimes): VariableToWrite[] {
  const units = 'seconds since 2000-01-01 12:00:00';
  return [
    {
      name: 't',
      dimensions: [],
      attributes: {
        long_name: 'J2000 epoch mid-point between the start and end image scan in seconds',
        standard_name: 'time',
        units,
        axis: 'T',
        bounds: 'time_bounds',
      },
      data: Float64Array.of(secondsOf((start + end) / 2)),
    },
    {
      name: 'time_bounds',
      dimensions: ['number_of_time_bounds'],
      attributes: { long_name: 'Scan start and end times in seconds since epoch (2000-01-01 12:00:00)' },
      data: Float64Array.of(secondsOf(start), secondsOf(end)),
    },
  ];
}

function axesOf({ width, height, west, north, step }: AbiGrid): VariableToWrite[] {
  const axis = (name: 'x' | 'y', length: number, scale: number, offset: number): VariableToWrite => ({
    name,
    dimensions: [name],
    attributes: {
      scale_factor: Float32Array.of(scale),
      add_offset: Float32Array.of(offset),
      units: 'rad',
      axis: name.toUpperCase(),
      long_name: `GOES fixed grid projection ${name}-coordinate`,
      standard_name: `projection_${name}_coordinate`,
    },
    data: Int16Array.from({ length }, (_, i) => i),
  });
  return [axis('y', height, -step, north), axis('x', width, step, west)];
}

/** The fixed grid's projection. */
function projectionOf({ subpointLon }: AbiGrid): VariableToWrite {
  return {
    name: 'goes_imager_projection',
    dimensions: [],
    attributes: {
      long_name: 'GOES-R ABI fixed grid projection',
      grid_mapping_name: 'geostationary',
      perspective_point_height: Float64Array.of(earth.height),
      semi_major_axis: Float64Array.of(earth.equator),
      semi_minor_axis: Float64Array.of(earth.pole),
      inverse_flattening: Float64Array.of(298.2572221),
      latitude_of_projection_origin: Float64Array.of(0),
      longitude_of_projection_origin: Float64Array.of(subpointLon),
      sweep_angle_axis: 'x',
    },
    data: Int32Array.of(-2147483647),
  };
}

/** The satellite's nominal position. */
function placeOfSatellite({ subpointLon, width, height, west, north, step }: AbiGrid): VariableToWrite[] {
  const single = (name: string, units: string, value: number): VariableToWrite => ({
    name,
    dimensions: [],
    attributes: { long_name: name.replaceAll('_', ' '), _FillValue: Float32Array.of(-999), units },
    data: Float32Array.of(value),
  });
  const bounds = (name: string, from: number, to: number): VariableToWrite => ({
    name,
    dimensions: ['number_of_image_bounds'],
    attributes: { long_name: `GOES-R fixed grid projection ${name.replaceAll('_', ' ')}`, units: 'rad' },
    data: Float32Array.of(from, to),
  });
  return [
    single('nominal_satellite_subpoint_lat', 'degrees_north', 0),
    single('nominal_satellite_subpoint_lon', 'degrees_east', subpointLon),
    single('nominal_satellite_height', 'km', earth.height / 1000),
    bounds('x_image_bounds', west - step / 2, west + (width - 0.5) * step),
    bounds('y_image_bounds', north + step / 2, north - (height - 0.5) * step),
  ];
}

function fileAttributes(
  { name: platform, slot }: Satellite,
  name: string,
  { start, end, created }: FileTimes,
): Attributes {
  return {
    naming_authority: 'gov.nesdis.noaa',
    Conventions: 'CF-1.7',
    institution: 'The severe simulator: weather that never happened',
    project: 'GOES',
    production_site: 'Simulator',
    spatial_resolution: '2km at nadir',
    orbital_slot: slot,
    platform_ID: platform,
    instrument_type: 'GOES-R Series Advanced Baseline Imager',
    scene_id: 'CONUS',
    dataset_name: name,
    title: 'ABI L2 Cloud and Moisture Imagery',
    processing_level: 'L2',
    date_created: isoTenths(created),
    cdm_data_type: 'Image',
    time_coverage_start: isoTenths(start),
    time_coverage_end: isoTenths(end),
    timeline_id: 'ABI Mode 6',
  };
}
