import { bisectRight } from 'd3-array';
import type { Delivered, Heard, History, Owed, Problem, PromiseName, Seen, Sighting } from './history.ts';

export interface Allowance {
  /**
   * How long a replica may be behind what was announced by another one. It looks for itself after 15 s if it has missed an
   * announcement.
   */
  behindMs: number;
}

/** `Date` has whole seconds, and a response is some moments on its way. */
const secondMs = 1000;

/** Decides from what clients saw alone whether a cluster has kept its promises. */
export function problemsOf({ seen, heard, delivered, owed }: History, allowance: Allowance): Problem[] {
  return [
    ...wrongStatuses(seen),
    ...changedBodies(seen),
    ...olderFrames(seen, heard, allowance),
    ...brokenStreams(heard),
    ...wrongDeliveries(delivered, owed),
    ...fromTheFuture(seen, heard),
  ];
}

const problem =
  (promise: PromiseName) =>
  (at: number, what: string): Problem => ({ promise, at, what });

function wrongStatuses(seen: readonly Seen[]): Problem[] {
  const isRight = ({ status, mayBeRefused, hasRetryAfter }: Seen): boolean =>
    status === 200 || (status === 503 && mayBeRefused && hasRetryAfter);
  const asText = ({ path, status, mayBeRefused }: Seen): string =>
    `${path}: ${status ?? 'no response'}${status === 503 && mayBeRefused ? ' without Retry-After' : ''}`;
  return seen.filter((each) => !isRight(each)).map((each) => problem('status')(each.at, asText(each)));
}

function changedBodies(seen: readonly Seen[]): Problem[] {
  const first = new Map<string, string>();
  return seen
    .filter(({ status, isImmutable }) => status === 200 && isImmutable)
    .flatMap(({ path, at, digest }) => {
      if (!first.has(path)) first.set(path, digest);
      return first.get(path) === digest ? [] : [problem('body')(at, `${path} has another body than before`)];
    });
}

/**
 * A client may expect of a response what it had already heard of when the response was made: a cached one is not younger for
 * being sent again, and must not be older than it permits. A replica may be behind for a while.
 */
function olderFrames(seen: readonly Seen[], heard: readonly Heard[], { behindMs }: Allowance): Problem[] {
  const known = knowledgeOf(seen, heard);
  return seen.flatMap(({ client, at, path, status, newest, madeAt, mostAgeMs }) => {
    if (status !== 200 || !newest || madeAt === undefined) return [];
    if (at - madeAt > mostAgeMs + 2 * secondMs)
      return [problem('newest')(at, `${path} is ${Math.round((at - madeAt) / secondMs)} s old`)];
    const before = known.get(`${client} ${newest.product}`)?.at(madeAt - behindMs) ?? -Infinity;
    if (newest.frameAt >= before) return [];
    return [problem('newest')(at, `${path} has ${timeOf(newest.frameAt)}, after ${timeOf(before)} was seen`)];
  });
}

const timeOf = (at: number): string => new Date(at).toISOString();

/** The newest frame that a client had heard of at a moment. */
class Knowledge {
  readonly #moments: number[] = [];
  readonly #newest: number[] = [];

  /** In the order of the moments. */
  add(moment: number, frameAt: number): void {
    this.#moments.push(moment);
    this.#newest.push(Math.max(frameAt, this.#newest.at(-1) ?? -Infinity));
  }

  at(moment: number): number {
    return this.#newest[bisectRight(this.#moments, moment) - 1] ?? -Infinity;
  }
}

function knowledgeOf(seen: readonly Seen[], heard: readonly Heard[]): Map<string, Knowledge> {
  const sightings = [
    ...seen.flatMap(({ client, at, status, newest }) => (status === 200 && newest ? [{ client, at, ...newest }] : [])),
    ...heard.flatMap(({ client, at, frame }) => (frame ? [{ client, at, ...frame }] : [])),
  ].sort((one, other) => one.at - other.at);
  const known = new Map<string, Knowledge>();
  for (const { client, product, at, frameAt } of sightings satisfies Sighting[]) {
    const key = `${client} ${product}`;
    if (!known.has(key)) known.set(key, new Knowledge());
    known.get(key)!.add(at, frameAt);
  }
  return known;
}

/** Events that are about the connection have the position of the event before. */
const aboutConnections = new Set(['ready', 'bye']);

function brokenStreams(heard: readonly Heard[]): Problem[] {
  const last = new Map<string, number>();
  const texts = new Map<string, string>();
  return heard.flatMap(({ client, at, id, name, data }) => {
    const number = Number(id.split('-')[1]);
    const before = last.get(client);
    const wrong = problem('events');
    if (name === 'reset' || before === undefined) last.set(client, number);
    if (name === 'reset') return [wrong(at, `${client} is told that events are lost, at ${id}`)];
    if (aboutConnections.has(name)) return [];
    last.set(client, Math.max(number, before ?? number));
    if (before !== undefined && number <= before) return [wrong(at, `${client} gets ${id} again`)];
    if (before !== undefined && number > before + 1) return [wrong(at, `${client} gets ${id} after number ${before}`)];
    const text = `${id} ${name} ${data}`;
    if (!texts.has(id)) texts.set(id, text);
    return texts.get(id) === text ? [] : [wrong(at, `${id} is not the same for all clients`)];
  });
}

function wrongDeliveries(delivered: readonly Delivered[], owed: readonly Owed[]): Problem[] {
  const idOf = new Map<string, string>();
  const meaningOf = new Map<string, string>();
  const wrong = problem('deliveries');
  const others = delivered.flatMap(({ at, webhook, alert, severity, id }) => {
    const meaning = `alert ${alert} (${severity}) to webhook ${webhook}`;
    if (!idOf.has(meaning)) idOf.set(meaning, id);
    if (!meaningOf.has(id)) meaningOf.set(id, meaning);
    if (idOf.get(meaning) !== id) return [wrong(at, `${meaning} has another id than before`)];
    return meaningOf.get(id) === meaning ? [] : [wrong(at, `${meaning} has the id of ${meaningOf.get(id)}`)];
  });
  const arrived = new Set(delivered.map(({ webhook, alert }) => `${webhook} ${alert}`));
  const missing = owed
    .filter(({ webhook, alert }) => !arrived.has(`${webhook} ${alert}`))
    .map(({ at, webhook, alert }) => wrong(at, `alert ${alert} never came to webhook ${webhook}`));
  return [...others, ...missing];
}

function fromTheFuture(seen: readonly Seen[], heard: readonly Heard[]): Problem[] {
  const all = [...seen.map((each) => ({ ...each, what: each.path })), ...heard.map((each) => ({ ...each, what: `event ${each.id}` }))]; // prettier-ignore
  return all
    .filter(({ at, happenedAt }) => happenedAt !== undefined && happenedAt > at + secondMs)
    .map(
      ({ at, what, happenedAt }) =>
      problem('future')(at, `${what} says ${timeOf(happenedAt!)}, ${Math.round((happenedAt! - at) / secondMs)} s ahead`), // prettier-ignore
    );
}
