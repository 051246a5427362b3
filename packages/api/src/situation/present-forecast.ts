import { formatTime } from '@severe/base';
import type { Point } from '@severe/geo';
import type { HrrrForecast } from './point-values.ts';

/**
 * A forecast, as `/models/hrrr/point` presents it. While no run covers the present hour, it has the run that tiles show and
 * no hours.
 *
 * @param shownRun start of that run; without one there is no forecast
 */
export function presentForecast(
  { elevationM, run, times, variables }: HrrrForecast,
  place: Point,
  shownRun: Date | undefined,
) {
  const runAt = run?.runAt ?? shownRun;
  if (!runAt) return null;
  return { ...place, elevation_m: elevationM, run: formatTime(runAt), times: times.map(formatTime), variables };
}
