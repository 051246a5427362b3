import { hourSources } from '../hour-rules.ts';
import type { AssessedSource } from '../situation.ts';
import type { Timeline } from '../timeline.ts';
import { Writer, type Style } from './writer.ts';

/**
 * The roll-up of a timeline in words.
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
  const { hours, peak, window } = timeline;
  const writer = new Writer(style, now);
  const missing = unavailable.filter((source) => hourSources.includes(source));
  const sentences: string[] = [];
  if (peak.at && window) {
    const at = peak.at > now ? peak.at : now;
    sentences.push(writer.say('riskPeak', { risk: writer.words.risks[peak.risk], at: writer.at(at) }));
    const isOpen = window.end > hours[hours.length - 1].at; // what comes after the last hour is not known
    sentences.push(writer.say(isOpen ? 'riskWindowOpen' : 'riskWindow', { until: writer.until(window.end) }));
  } else {
    sentences.push(writer.say('noRisk', { count: hours.length }));
  }
  const withoutModel = hours.filter(({ hrrr }) => hrrr === null).length;
  if (isModelWanted && withoutModel > 0) sentences.push(writer.say('modelAway', { count: withoutModel }));
  if (missing.length > 0) sentences.push(writer.say('away', { sources: writer.sources(missing) }));
  if (missing.length > 0 && !peak.at) sentences.push(writer.say('unknownMeans'));
  return sentences.join(' ');
}
