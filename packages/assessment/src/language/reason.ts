import type { Assessment } from '../assess.ts';
import type { KnownAlert, KnownDiscussion, KnownOutlook, KnownWatch } from '../situation.ts';
import { endOf, type Reason } from '../status.ts';
import { Writer, type Style } from './writer.ts';

/** Why the place has its status: one line without a full stop, times in UTC. */
export function reasonText(assessment: Assessment, style: Omit<Style, 'units' | 'timeZone'>): string {
  const { status, reasons, unavailable, situation } = assessment;
  const writer = new Writer({ ...style, units: 'metric', timeZone: null }, situation.now);
  const reason = reasons[0] && wordReason(reasons[0], writer);
  if (status !== 'unknown') return reason ?? writer.say('reasonNormal');
  const sources = writer.sources(unavailable);
  return reason ? writer.say('reasonUnknownDespite', { reason, sources }) : writer.say('reasonUnknown', { sources });
}

const alertReasons = {
  alert: 'reasonAlert',
  emergency: 'reasonEmergency',
  dangerous: 'reasonDangerous',
  observedTornado: 'reasonObservedTornado',
} as const;

/** One reason as a line. */
function wordReason({ rule, record }: Reason, writer: Writer): string {
  const until = writer.untilUtc(endOf(record));
  const { wording } = rule;
  if (wording === 'watch') {
    const { type, number } = record as KnownWatch;
    return writer.say('reasonWatch', { watch: writer.words.watches[type ?? 'other'], number, until });
  }
  if (wording === 'discussion')
    return writer.say('reasonDiscussion', { number: (record as KnownDiscussion).number, until });
  if (wording === 'outlook')
    return writer.say('reasonOutlook', { ...outlookWords(record as KnownOutlook, writer), until });
  const event = writer.event((record as KnownAlert).event);
  return writer.say(alertReasons[wording], { event, until });
}

/** Level of an outlook: its name, its number from 1 to 5, and the letters of the provider. */
export function outlookWords({ risk, riskRank }: KnownOutlook, writer: Writer) {
  const rank = riskRank ?? 1;
  const level = writer.words.outlookLevels[rank - 1];
  return { level: level.charAt(0).toUpperCase() + level.slice(1), number: rank - 1, risk };
}
