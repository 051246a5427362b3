import { nextHourText, type Assessment, type Writer } from '@severe/assessment';
import { formatTime } from '@severe/base';
import type { Point } from '@severe/geo';
import type { TypeOf } from '@severe/http';
import type { HrrrForecast } from './point-values.ts';
import type { nextHourShape } from './schema.ts';

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

/** The next hour as answers about a place have it. */
export function presentNextHour(assessment: Assessment, writer: Writer): TypeOf<typeof nextHourShape> {
  if (!assessment.nextHour) return null;
  const { from, steps, rains, begins, ends, chance } = assessment.nextHour;
  const timeOf = (at: Date | null | undefined) => (at ? formatTime(at) : null);
  return {
    run: formatTime(from),
    rains_now: rains,
    begins_at: timeOf(begins?.at),
    earliest_at: timeOf(begins?.earliest),
    latest_at: timeOf(begins?.latest),
    ends_at: timeOf(ends),
    chance_percent: chance,
    chances: steps.map((step) => ({ time: formatTime(step.at), percent: step.chance })),
    text: nextHourText(assessment, writer) ?? null,
  };
}
