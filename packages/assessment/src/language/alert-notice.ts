import type { Assessment } from '../assess.ts';
import { advice, threatSentence } from './meaning.ts';
import { Writer, type Style } from './writer.ts';

/**
 * Words an assessment for a message that is read later: advice, threats, and when the storm may arrive. Times are those of
 * the clock, not minutes from now.
 */
export function alertNotice(assessment: Assessment, style: Style): string {
  const writer = new Writer(style, assessment.situation.now);
  return [
    ...advice(assessment, writer),
    ...threatSentence(assessment, writer),
    ...arrivalTime(assessment, writer),
  ].join(' ');
}

function arrivalTime({ arrivals: [first], situation: { now } }: Assessment, writer: Writer): string[] {
  if (!first) return [];
  if (first.minutes <= 1) return [writer.say('mayArriveNow')];
  const clockIn = (minutes: number) => writer.clock(new Date(now.getTime() + minutes * 60_000));
  const spread = { earliest: clockIn(first.earliest), latest: clockIn(first.latest) };
  return [writer.say('mayArriveAt', { at: writer.at(first.at), ...spread })];
}
