import type { Assessment } from '../assess.ts';
import type { KnownAlert, KnownDiscussion, KnownOutlook, KnownWatch } from '../situation.ts';
import { endOf, type Reason } from '../status.ts';
import { outlookWords } from './reason.ts';
import type { Writer } from './writer.ts';

/** The one sentence to read: what gives the status, and how many further alerts are in force. */
export function headline({ status, reasons, unavailable }: Assessment, writer: Writer): string {
  if (status === 'unknown') return writer.say('headUnknown', { sources: writer.sources(unavailable) });
  const [first, ...others] = reasons;
  if (!first) return writer.say('headNormal');
  const more = others.filter(({ rule }) => rule.source === 'alerts').length;
  const suffix =
    more === 0 ? '' : ` ${more === 1 ? writer.say('headOneMore') : writer.say('headMore', { count: more })}`;
  return `${headOf(first, writer)}${suffix}`;
}

const alertHeads = {
  alert: 'headAlert',
  emergency: 'headEmergency',
  dangerous: 'headDangerous',
  observedTornado: 'headObservedTornado',
} as const;

function headOf({ rule, record }: Reason, writer: Writer): string {
  const until = writer.until(endOf(record));
  const { wording } = rule;
  if (wording === 'watch') {
    const { type, pds } = record as KnownWatch;
    const name = writer.words.watches[type ?? 'other'].toLowerCase();
    return writer.say(pds ? 'headPdsWatch' : 'headWatch', { article: writer.article(name), watch: name, until });
  }
  if (wording === 'discussion')
    return writer.say('headDiscussion', { number: (record as KnownDiscussion).number, until });
  if (wording === 'outlook') {
    const words = outlookWords(record as KnownOutlook, writer);
    const level = words.level.toLowerCase();
    return writer.say('headOutlook', { ...words, level, article: writer.article(level).toLowerCase(), until });
  }
  const name = writer.event((record as KnownAlert).event);
  const event = writer.language === 'en' ? name.toLowerCase() : name;
  const article = writer.article(event);
  return writer.say(alertHeads[wording], {
    article: wording === 'emergency' ? article.toLowerCase() : article,
    event,
    until,
  });
}
