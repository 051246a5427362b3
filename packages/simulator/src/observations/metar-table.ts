import { metarOf } from './lists.ts';
import type { Observation } from './observation.ts';

/** Columns of the file, and what a simulated observation has in them; the others are empty. */
const columns: [name: string, value?: (observation: Observation) => string | number | null][] = [
  ['raw_text', (observation) => `"METAR ${metarOf(observation)}"`],
  ['station_id', ({ station }) => station.id],
  ['observation_time', ({ at }) => new Date(at).toISOString()],
  ['latitude', ({ station }) => station.lat.toFixed(4)],
  ['longitude', ({ station }) => station.lon.toFixed(4)],
  ['temp_c', ({ temperatureC }) => temperatureC],
  ['dewpoint_c', ({ dewpointC }) => dewpointC],
  ['wind_dir_degrees', ({ fromDeg }) => fromDeg],
  ['wind_speed_kt', ({ speedKt }) => speedKt],
  ['wind_gust_kt', ({ gustKt }) => gustKt],
  ['visibility_statute_mi', ({ visibilityMi }) => visibilityMi],
  ['altim_in_hg'],
  ['sea_level_pressure_mb', ({ pressureHpa }) => pressureHpa],
  ...['corrected', 'auto', 'auto_station', 'maintenance_indicator_on', 'no_signal', 'lightning_sensor_off', 'freezing_rain_sensor_off', 'present_weather_sensor_off'].map((name): [string] => [name]),
  ['wx_string', ({ weather }) => weather],
  ['sky_cover', ({ sky }) => sky],
  ['cloud_base_ft_agl', ({ sky, baseFt }) => (sky === 'CLR' ? null : baseFt)],
  ...[2, 3, 4].flatMap((): [string][] => [['sky_cover'], ['cloud_base_ft_agl']]),
  ['flight_category'],
  ...['three_hr_pressure_tendency_mb', 'maxT_c', 'minT_c', 'maxT24hr_c', 'minT24hr_c', 'precip_in', 'pcp3hr_in', 'pcp6hr_in', 'pcp24hr_in', 'snow_in', 'vert_vis_ft'].map((name): [string] => [name]),
  ['metar_type', () => 'METAR'],
  ['elevation_m', ({ station }) => station.elevationM],
]; // prettier-ignore

/** All METARs as the file of the Aviation Weather Center. */
export function metarTable(observations: Observation[]): string {
  const header = columns.map(([name]) => name).join(',');
  const lines = observations.map((observation) => columns.map(([, value]) => value?.(observation) ?? '').join(','));
  return [header, ...lines, ''].join('\n');
}
