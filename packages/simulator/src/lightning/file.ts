import { encodeNetcdf } from '../netcdf/file.ts';
import { packChunk } from '../netcdf/chunks.ts';
import type { Attributes, Numbers, VariableToWrite } from '../netcdf/to-write.ts';
import { earth } from '../satellite/grid.ts';
import { isoTenths, secondsOf, type FileTimes } from '../satellite/names.ts';
import type { Satellite } from '../satellite/renderer.ts';
import { pixelKm2, type Flash } from './flashes.ts';

/** Packing of the provider: unsigned 16-bit integers in a signed type (`_Unsigned`). */
const energies = { event: 1.9024e-17, group: 9.9988e-17, flash: 9.99996e-16 };
const energyOffset = 2.8515e-16;
const areaScale = 152_601.86;
const seconds = { scale: 0.0003814756, offset: -5 };
const degrees = { scale: 0.00203128, reach: 66.56 };

/** The lightning of a granule as a GLM-L2-LCFA file. */
export function lightningFile(satellite: Satellite, name: string, times: FileTimes, flashes: Flash[]): Uint8Array {
  const groups = flashes.flatMap((flash, i) => flash.groups.map((group) => ({ ...group, flash: i })));
  const events = groups.flatMap(({ events: pixels, ...group }, i) =>
    pixels.map((position) => ({ position, at: group.at, energy: group.energy / pixels.length, group: i })),
  );
  return encodeNetcdf({
    dimensions: {
      number_of_events: events.length,
      number_of_groups: groups.length,
      number_of_flashes: flashes.length,
      number_of_time_bounds: 2,
    },
    attributes: fileAttributes(satellite, name, times),
    variables: [
      ...eventVariables(events, times, satellite.grid.subpointLon),
      ...groupVariables(groups, times),
      ...flashVariables(flashes, times),
      ...countsOf({ event: events.length, group: groups.length, flash: flashes.length }),
      ...settingOf(satellite, times),
    ],
  });
}

interface Placed {
  position: { lat: number; lon: number };
}

function eventVariables(
  events: (Placed & { at: number; energy: number; group: number })[],
  times: FileTimes,
  subpointLon: number,
): VariableToWrite[] {
  const of = listOf('event');
  const place = (key: 'lat' | 'lon', middle: number): VariableToWrite =>
    of(
      key,
      packed(degrees.scale, middle - degrees.reach, key === 'lat' ? 'degrees_north' : 'degrees_east'),
      codes(
        events.map(({ position }) => position[key]),
        degrees.scale,
        middle - degrees.reach,
      ),
    );
  return [
    of(
      'id',
      { units: '1', _Unsigned: 'true' },
      Int32Array.from(events, (_, i) => i),
    ),
    of('time_offset', timePacking(times), timeCodes(events.map(({ at }) => at))),
    place('lat', 0),
    place('lon', subpointLon),
    of('energy', energyPacking('event'), energyCodes('event', events)),
    of(
      'parent_group_id',
      { units: '1', _Unsigned: 'true' },
      Int32Array.from(events, ({ group }) => group),
    ),
  ];
}

function groupVariables(
  groups: (Placed & { at: number; energy: number; events: unknown[]; flash: number })[],
  times: FileTimes,
): VariableToWrite[] {
  const of = listOf('group');
  return [
    of(
      'id',
      { units: '1', _Unsigned: 'true' },
      Int32Array.from(groups, (_, i) => i),
    ),
    of('time_offset', timePacking(times), timeCodes(groups.map(({ at }) => at))),
    ...placesOf(of, groups),
    of('area', areaPacking, areaCodes(groups.map(({ events }) => events.length * pixelKm2))),
    of('energy', energyPacking('group'), energyCodes('group', groups)),
    of(
      'parent_flash_id',
      { units: '1', _Unsigned: 'true' },
      Int16Array.from(groups, ({ flash }) => flash),
    ),
    of('quality_flag', flagAttributes, new Int16Array(groups.length)),
  ];
}

function flashVariables(flashes: Flash[], times: FileTimes): VariableToWrite[] {
  const of = listOf('flash');
  return [
    of(
      'id',
      { units: '1', _Unsigned: 'true' },
      Int16Array.from(flashes, (_, i) => i),
    ),
    of('time_offset_of_first_event', timePacking(times), timeCodes(flashes.map(({ first }) => first))),
    of('time_offset_of_last_event', timePacking(times), timeCodes(flashes.map(({ last }) => last))),
    ...placesOf(of, flashes),
    of('area', areaPacking, areaCodes(flashes.map(({ areaKm2 }) => areaKm2))),
    of('energy', energyPacking('flash'), energyCodes('flash', flashes)),
    of('quality_flag', flagAttributes, new Int16Array(flashes.length)),
  ];
}

type Kind = 'event' | 'group' | 'flash';
type List = (name: string, attributes: Attributes, data: Numbers) => VariableToWrite;

/** Variables with one number for each item of a kind, in a single chunk. */
const listOf = (kind: Kind): List => {
  const dimension = { event: 'number_of_events', group: 'number_of_groups', flash: 'number_of_flashes' }[kind];
  return (name, attributes, data) => ({
    name: `${kind}_${name}`,
    dimensions: [dimension],
    attributes: { long_name: `GLM L2+ Lightning Detection: ${kind} ${name.replaceAll('_', ' ')}`, ...attributes },
    data: data.length === 0 ? data : { type: data, shape: [data.length], chunks: [packChunk(data)] },
  });
};

const placesOf = (of: List, all: Placed[]): VariableToWrite[] => [
  of(
    'lat',
    { standard_name: 'latitude', units: 'degrees_north', axis: 'Y' },
    Float32Array.from(all, ({ position }) => position.lat),
  ),
  of(
    'lon',
    { standard_name: 'longitude', units: 'degrees_east', axis: 'X' },
    Float32Array.from(all, ({ position }) => position.lon),
  ),
];

function packed(scale: number, offset: number, units: string): Attributes {
  return { _Unsigned: 'true', scale_factor: Float32Array.of(scale), add_offset: Float32Array.of(offset), units };
}

/** The code 65535 means missing. */
function codes(values: number[], scale: number, offset: number): Int16Array {
  return Int16Array.from(values, (value) => Math.max(0, Math.min(65534, Math.round((value - offset) / scale))));
}

const filled = { _FillValue: Int16Array.of(-1), valid_range: Int16Array.of(0, -6) };
const areaPacking: Attributes = { ...filled, ...packed(areaScale, 0, 'm2') };
const areaCodes = (km2: number[]): Int16Array =>
  codes(
    km2.map((area) => area * 1e6),
    areaScale,
    0,
  );
const energyPacking = (kind: Kind): Attributes => ({ ...filled, ...packed(energies[kind], energyOffset, 'J') });
const energyCodes = (kind: Kind, all: { energy: number }[]): Int16Array =>
  codes(
    all.map(({ energy }) => energy),
    energies[kind],
    energyOffset,
  );
const timePacking = ({ start }: FileTimes): Attributes =>
  packed(
    seconds.scale,
    seconds.offset,
    `seconds since ${new Date(start).toISOString().replace('T', ' ').replace('Z', '')}`,
  );
const timeCodes = (offsets: number[]): Int16Array => codes(offsets, seconds.scale, seconds.offset);
const flagAttributes: Attributes = {
  _FillValue: Int16Array.of(-1),
  valid_range: Int16Array.of(0, 5),
  _Unsigned: 'true',
  units: '1',
  flag_values: Int16Array.of(0, 1, 3, 5),
  flag_meanings:
    'good_quality_qf degraded_due_to_constituent_events_out_of_time_order_qf degraded_due_to_constituent_event_count_exceeds_threshold_qf degraded_due_to_duration_exceeds_threshold_qf',
};

function countsOf(counts: Record<Kind, number>): VariableToWrite[] {
  return Object.entries(counts).map(([kind, count]) => ({
    name: `${kind}_count`,
    dimensions: [],
    attributes: {
      long_name: `number of ${kind} detections in the product`,
      _FillValue: Int32Array.of(-1),
      units: 'count',
    },
    data: Int32Array.of(count),
  }));
}

function settingOf({ grid }: Satellite, { start, end }: FileTimes): VariableToWrite[] {
  const units = 'seconds since 2000-01-01 12:00:00';
  const single = (name: string, unit: string, value: number): VariableToWrite => ({
    name,
    dimensions: [],
    attributes: { long_name: name.replaceAll('_', ' '), units: unit },
    data: Float32Array.of(value),
  });
  return [
    {
      name: 'product_time',
      dimensions: [],
      attributes: {
        long_name: 'start time of observations associated with product',
        standard_name: 'time',
        units,
        axis: 'T',
        bounds: 'product_time_bounds',
      },
      data: Float64Array.of(secondsOf(start)),
    },
    {
      name: 'product_time_bounds',
      dimensions: ['number_of_time_bounds'],
      attributes: { long_name: 'start and end time of observations associated with product' },
      data: Float64Array.of(secondsOf(start), secondsOf(end)),
    },
    {
      name: 'goes_lat_lon_projection',
      dimensions: [],
      attributes: {
        long_name: 'GOES-R latitude / longitude projection',
        grid_mapping_name: 'latitude_longitude',
        semi_major_axis: Float64Array.of(earth.equator),
        semi_minor_axis: Float64Array.of(earth.pole),
        inverse_flattening: Float64Array.of(298.2572221),
        longitude_of_prime_meridian: Float64Array.of(0),
      },
      data: Int32Array.of(0),
    },
    single('nominal_satellite_subpoint_lat', 'degrees_north', 0),
    single('nominal_satellite_subpoint_lon', 'degrees_east', grid.subpointLon),
    single('nominal_satellite_height', 'km', earth.height / 1000),
    single('lat_field_of_view', 'degrees_north', 0),
    single('lon_field_of_view', 'degrees_east', grid.subpointLon),
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
    featureType: 'point',
    spatial_resolution: '8km at nadir',
    orbital_slot: slot,
    platform_ID: platform,
    instrument_type: 'GOES-R Series Geostationary Lightning Mapper (GLM)',
    dataset_name: name,
    title: 'GLM L2 Lightning Detections: Events, Groups, and Flashes',
    processing_level: 'L2',
    date_created: isoTenths(created),
    cdm_data_type: 'Point',
    time_coverage_start: isoTenths(start),
    time_coverage_end: isoTenths(end),
  };
}
