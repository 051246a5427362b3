import { formatTime } from '@severe/base';
import type { Place } from './gather.ts';
import type { HrrrForecast } from './point-values.ts';

/** A forecast with a run, as `/models/hrrr/point` presents it. */
export function presentForecast({ elevationM, run, times, variables }: HrrrForecast, place: Place) {
  return { ...place, elevation_m: elevationM, run: formatTime(run!.runAt), times: times.map(formatTime), variables };
}
