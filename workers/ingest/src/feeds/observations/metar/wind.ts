import { converted } from '../../../parse/units.ts';
import type { ObservationRow } from '../row.ts';

/** `24010G20KT`, `VRB03KT`, `P99` for more than 99, `///` for what is not measured. */
const pattern = /^(\d{3}|VRB|\/{3})P?(\d{2,3})(?:G(?:P?(\d{2,3})|\/{2,3}))?(KTS?|MPS|KMH)$/;

const unitCodes: Record<string, string> = { KT: 'kt', KTS: 'kt', MPS: 'm_s-1', KMH: 'km_h-1' };

/** The wind of the first such group. Variable and calm wind have no direction, and north is 0. */
export function windOf(groups: string[]): Pick<ObservationRow, 'windSpeedKmh' | 'windGustKmh' | 'windDirDeg'> {
  const [, direction, speed, gust, unit] =
    groups.flatMap((group) => [pattern.exec(group) ?? []]).find((match) => match.length > 0) ?? [];
  if (!direction) return { windSpeedKmh: null, windGustKmh: null, windDirDeg: null };
  const from = /^\d/.test(direction) && Number(direction) <= 360 ? Number(direction) % 360 : null;
  return {
    windSpeedKmh: converted(Number(speed), unitCodes[unit], 'km/h'),
    windGustKmh: gust === undefined ? null : converted(Number(gust), unitCodes[unit], 'km/h'),
    windDirDeg: Number(speed) === 0 ? null : from,
  };
}
