import { hourSources, risks, type Risk } from '../hour-rules.ts';
import type { AssessedSource } from '../situation.ts';
import type { Segment, Timeline } from '../timeline.ts';
import { Writer, type Style } from './writer.ts';

/** A risk that comes and goes more often is told as one span of time with breaks. */
const mostSpans = 3;

/**
 * The roll-up of a timeline in words: the hours of each risk, the highest first.
 *
 * @param unavailable   sources without which a low risk is not certain
 * @param isModelWanted whether hours without model values are missing rather than left out
 */
export function timelineText(
  timeline: Timeline,
  now: Date,
  unavailable: readonly AssessedSource[],
  style: Style,
  isModelWanted = false,
): string {
  const { hours, peak } = timeline;
  const writer = new Writer(style, now);
  const missing = unavailable.filter((source) => hourSources.includes(source));
  const sentences = risks.toReversed().flatMap((risk) => riskSentence(risk, timeline, writer));
  if (!peak.at) sentences.push(writer.say('noRisk', { count: hours.length }));
  const withoutModel = hours.filter(({ hrrr }) => hrrr === null).length;
  if (isModelWanted && withoutModel > 0) sentences.push(writer.say('modelAway', { count: withoutModel }));
  if (missing.length > 0) sentences.push(writer.say('away', { sources: writer.sources(missing) }));
  if (missing.length > 0 && !peak.at) sentences.push(writer.say('unknownMeans'));
  return sentences.join(' ');
}

/** The hours of a risk; empty if it has none. */
function riskSentence(risk: Risk, { segments, peak }: Timeline, writer: Writer): string[] {
  const own = segments.filter((segment) => segment.risk === risk);
  if (risk === 'none' || own.length === 0) return [];
  const last = segments.at(-1)!; // what comes after the last hour is not known
  const span = ({ start, end }: Pick<Segment, 'start' | 'end'>): string =>
    writer.say(end < last.end ? 'riskSpan' : 'riskSpanOpen', { from: writer.from(start), until: writer.until(end) });
  const spans =
    own.length > mostSpans
      ? writer.say('riskAtTimes', { span: span({ start: own[0].start, end: own.at(-1)!.end }) })
      : writer.list(own.map(span));
  return [writer.say(risk === peak.risk ? 'riskPeak' : 'riskOther', { risk: writer.words.risks[risk], spans })];
}
