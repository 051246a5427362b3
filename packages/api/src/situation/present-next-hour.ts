import { nextHourText, type Assessment, type Writer } from '@severe/assessment';
import { formatTime } from '@severe/base';
import type { TypeOf } from '@severe/http';
import type { nextHourShape } from './schema.ts';

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
