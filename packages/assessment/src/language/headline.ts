import type { Assessment } from '../assess.ts';
import type { KnownAlert, KnownDiscussion, KnownOutlook, KnownWatch } from '../situation.ts';
import { endOf, type Reason } from '../status.ts';
import { outlookWords } from './reason.ts';
import type { Writer } from './writer.ts';

/** Alerts that are named beside the first; further ones are counted. */
const mostNamed = 3;

/** The one sentence to read: what gives the status, and which further alerts are in force. */
export function headline({ status, reasons, unavailable }: Assessment, writer: Writer): string {
  if (status === 'unknown') return writer.say('headUnknown', { sources: writer.sources(unavailable) });
  const [first, ...others] = reasons;
  if (!first) return writer.say('headNormal');
  const further = others.filter(({ rule }) => rule.source === 'alerts');
  return [headOf(first, writer), ...(further.length > 0 ? [alsoOf(further, writer)] : [])].join(' ');
}

function alsoOf(further: readonly Reason[], writer: Writer): string {
  const named = further.slice(0, mostNamed).map(({ record }) => {
    const event = lowered(eventOf(record as KnownAlert, writer));
    return writer.say('headNamed', { event, until: writer.until(endOf(record)) });
  });
  const count = further.length - named.length;
  return writer.say('headAlso', {
    alerts: writer.list([...named, ...(count > 0 ? [writer.say('headCounted', { count })] : [])]),
  });
}

/** The name of an event within a sentence. */
function eventOf({ event }: KnownAlert, writer: Writer): string {
  const name = writer.event(event);
  return writer.language === 'en' ? name.toLowerCase() : name;
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
  const event = eventOf(record as KnownAlert, writer);
  const article = writer.article(event);
  return writer.say(alertHeads[wording], {
    article: wording === 'emergency' ? article.toLowerCase() : article,
    event,
    until,
  });
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
