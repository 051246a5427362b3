import type { Life, Message } from './life.ts';

type Status = 'active' | 'cancelled' | 'upgraded' | 'expired' | 'ended';

/** What the service must know of a life. */
export interface State {
  life: Life;
  version: number;
  status: Status;
  sent: Date;
  expires: Date;
  zones: string[];
  severity: string;
  /** Whether its issue has been seen, which makes its year sure. */
  isIssueKnown: boolean;
  /** What its content is from: equal content changes nothing. */
  from: string;
  isText: boolean;
}

/** How the service was told. */
export type Form = 'list' | 'text';

/**
 * What the service must know, by the truth: each message changes the life it is about and no other, and an older one changes
 * nothing.
 */
export class Expected {
  readonly states = new Map<number, State>();
  /** Lives that changed since the last call of `take`, and what happened to each. */
  #changes = { new: new Set<number>(), updated: new Set<number>(), ended: new Set<number>() };

  /** @returns the changes since the last call */
  take(): { new: Set<number>; updated: Set<number>; ended: Set<number> } {
    const taken = this.#changes;
    this.#changes = { new: new Set(), updated: new Set(), ended: new Set() };
    return taken;
  }

  /** A message arrives. */
  hear(message: Message, form: Form, now: Date): void {
    const { life, product } = message;
    const from = `${form} ${product.name}`;
    const state = this.states.get(life.id);
    const status: Status = message.status === 'active' && message.expires <= now ? 'expired' : message.status;
    const isIssueKnown = message.parts[0].action === 'NEW' || (state?.isIssueKnown ?? false);
    if (state && !changes(state, { sent: product.at, from, status }, form)) {
      state.isIssueKnown = isIssueKnown;
      return;
    }
    // A text that cancels some zones of an event says nothing of the others, of which one may have been cancelled unheard.
    const rest = state?.zones.filter((zone) => !message.zones.includes(zone)) ?? [];
    const isPart =
      form === 'text' && state && isInForce(state) && message.parts.every(({ action }) => action === 'CAN');
    if (isPart && rest.length > 0 && rest.length < state.zones.length) {
      Object.assign(state, { version: state.version + 1, sent: product.at, zones: rest, from, isIssueKnown });
      state.status = state.expires <= now ? 'expired' : 'active';
      this.#changes[state.status === 'active' ? 'updated' : 'ended'].add(life.id);
      return;
    }
    const { expires, zones } = message;
    const severity = form === 'text' ? 'Unknown' : message.severity;
    const version = (state?.version ?? 0) + 1;
    const next = { life, version, status, sent: product.at, expires, zones, severity, isIssueKnown, from };
    this.states.set(life.id, { ...next, isText: form === 'text' });
    this.#changes[status === 'active' ? (state ? 'updated' : 'new') : 'ended'].add(life.id);
  }

  /** Time passes, and what a complete list lacks has ended. @param listed the lives of a complete list */
  pass(now: Date, listed?: ReadonlySet<number>): void {
    for (const [id, state] of this.states) {
      if (state.status !== 'active') continue;
      if (state.expires > now && (!listed || listed.has(id))) continue;
      state.status = state.expires <= now ? 'expired' : 'ended';
      this.#changes.ended.add(id);
    }
  }

  /** Forgets lives that ended before a time, as the service does. */
  forget(before: Date): void {
    for (const [id, { status, expires }] of this.states) {
      if (status !== 'active' && expires < before) this.states.delete(id);
    }
  }
}

function isInForce({ status }: State): boolean {
  return status !== 'cancelled' && status !== 'upgraded';
}

function changes(state: State, next: { sent: Date; from: string; status: Status }, form: Form): boolean {
  if (next.from === state.from) {
    return form === 'list' && next.status !== state.status && !(next.status === 'expired' && state.status === 'ended');
  }
  return form === 'text' ? next.sent > state.sent : next.sent >= state.sent;
}

/**
 * Marks the lives that texts cannot tell apart: two events with one number, issued in two years, with a zone in common and both in
 * force at some time. A text names no earlier message, and may come late or never. So are those of which two
 * messages have no zone in common. What the service makes of them is not compared.
 */
export function markUnknowable(lives: Life[], latenessMs: number): void {
  const byNumber = new Map<string, Life[]>();
  for (const life of lives) {
    if (life.numberKey === null) continue;
    if (hasMoved(life)) life.isUnknowable = true;
    const rivals = byNumber.get(life.numberKey) ?? [];
    for (const rival of rivals) {
      if (!haveCommonZone(life, rival) || lastTimeOf(rival) + latenessMs < life.issuedAt.getTime()) continue;
      life.isUnknowable = true;
      rival.isUnknowable = true;
    }
    byNumber.set(life.numberKey, [...rivals, life]);
  }
}

/** Whether two messages of a life have no zone in common: what is between them may be lost. */
function hasMoved({ messages }: Life): boolean {
  return messages.some((one) => messages.some((other) => !one.zones.some((zone) => other.zones.includes(zone))));
}

function lastTimeOf({ messages }: Life): number {
  const last = messages[messages.length - 1];
  return Math.max(last.expires.getTime(), last.product.at.getTime());
}

function haveCommonZone(a: Life, b: Life): boolean {
  const zones = new Set(a.messages.flatMap((message) => message.parts.flatMap((part) => part.zones)));
  return b.messages.some((message) => message.parts.some((part) => part.zones.some((zone) => zones.has(zone))));
}
