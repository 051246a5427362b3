import { formatTime } from '@severe/base';
import type { Point } from '@severe/geo';
import type { HrrrForecast } from './point-values.ts';

/**
 * A forecast, as `/models/hrrr/point` presents it. While no run covers the present hour, it has the newest run and no
 * hours.
 *
 * @param newestRun start of the newest run; without one there is no forecast
 */
export function presentForecast(
  { elevationM, run, times, variables }: HrrrForecast,
  place: Point,
  newestRun: Date | undefined,
) {
  const runAt = run?.runAt ?? newestRun;
  if (!runAt) return null;
  return { ...place, elevation_m: elevationM, run: formatTime(runAt), times: times.map(formatTime), variables };
}
