import { nextHourOf, nextHourText, type Situation, type Writer } from '@severe/assessment';
import { formatTime } from '@severe/base';
import type { TypeOf } from '@severe/http';
import type { nextHourShape } from './schema.ts';

/** The next hour as answers about a place have it. */
export function presentNextHour(situation: Situation, writer: Writer): TypeOf<typeof nextHourShape> {
  const found = nextHourOf(situation);
  const { nextHour, now } = situation;
  if (!found || !nextHour) return null;
  const { rains, begins, ends, chance } = found;
  const timeOf = (at: Date | null | undefined) => (at ? formatTime(at) : null);
  return {
    run: formatTime(nextHour.from),
    rains_now: rains,
    begins_at: timeOf(begins?.at),
    earliest_at: timeOf(begins?.earliest),
    latest_at: timeOf(begins?.latest),
    ends_at: timeOf(ends),
    chance_percent: chance,
    chances: nextHour.steps
      .filter(({ at }) => at > now)
      .map((step) => ({ time: formatTime(step.at), percent: step.chance })),
    text: nextHourText(situation, writer) ?? null,
  };
}
