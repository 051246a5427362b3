import type { Assessment } from '../assess.ts';
import { mayRain } from '../next-hour.ts';
import type { Writer } from './writer.ts';

const minuteMs = 60_000;
/** Lead times are five minutes apart. */
const stepMinutes = 5;

/** When rain may begin and end at the place; undefined if none is to be told. */
export function nextHourText(
  { situation, nextHour }: Pick<Assessment, 'situation' | 'nextHour'>,
  writer: Writer,
): string | undefined {
  if (!nextHour) return undefined;
  const { rains, begins, ends, chance } = nextHour;
  const minutes = (at: Date): number =>
    Math.max(stepMinutes, Math.round((at.getTime() - situation.now.getTime()) / minuteMs / stepMinutes) * stepMinutes);
  if (rains) return ends ? writer.say('rainMayEnd', { minutes: minutes(ends) }) : writer.say('rainMayGoOn');
  if (mayRain(nextHour)) return writer.say('rainIsPossible', { chance });
  if (!begins) return undefined;
  const { at, earliest, latest } = begins;
  const values = { minutes: minutes(at), earliest: minutes(earliest), latest: minutes(latest ?? at) };
  const isSpread = latest !== null && values.earliest < values.latest;
  const start = writer.say(isSpread ? 'rainMayBeginBetween' : 'rainMayBegin', values);
  return `${start} ${ends ? writer.say('rainMayLast', { until: writer.until(ends) }) : writer.say('rainMayLastOn')}`;
}
