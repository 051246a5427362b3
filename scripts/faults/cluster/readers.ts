import { createHash } from 'node:crypto';
import { Agent, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseStamp } from '@severe/base';
import { seeded } from '@severe/testing/seeded';
import { ask, paths } from '../requests.ts';
import type { History, Seen } from './history.ts';

/** What is asked for. */
export type Kind = 'list' | 'new list' | 'frames' | 'tile' | 'new tile' | 'newest tile' | 'point';

/** Clients that read lists, tiles and values, one request after another, and try nothing again. */
export interface Readers {
  /** Kinds of requests that the fault of this moment excuses, if no cache has the response. */
  excuse(kinds: readonly Kind[]): void;
  /** Asks past all caches once for each kind. @returns whether all were answered */
  areAnswered(): Promise<boolean>;
  stop(): Promise<void>;
}

interface Ask {
  kind: Kind;
  path: string;
}

/** A response, with its body if that names frames. */
type Answer = Seen & { body: string };

const betweenMs = 60;
const products = ['composite-reflectivity', 'base-reflectivity'];
const radar = '/api/v1/radar';
/** Caches may answer in an error for so long with what they have. */
const staleMs = 300_000;

export function startReaders(url: string, history: History, count: number): Readers {
  let excused: readonly Kind[] = [];
  /** When a path was last answered. */
  const answeredAt = new Map<string, number>();
  const over = new AbortController();

  async function read(client: string, agent: Agent, { kind, path }: Ask, isAnew: boolean): Promise<Answer> {
    const isKept = Date.now() - (answeredAt.get(path) ?? -Infinity) < staleMs;
    const isExcused = (): boolean => excused.includes(kind) && !isKept;
    const [wasExcused, begunAt] = [isExcused(), performance.now()];
    const digest = createHash('sha256');
    const parts: Buffer[] = [];
    const onPart = (part: Buffer): void => {
      digest.update(part);
      if (kind === 'frames' || kind === 'point') parts.push(part);
    };
    const response = await ask(url + path, agent, isAnew ? { 'Cache-Control': 'no-cache' } : {}, onPart).catch(
      () => undefined,
    );
    const body = Buffer.concat(parts).toString();
    const one = {
      client,
      at: Date.now(),
      path,
      tookMs: performance.now() - begunAt,
      mayBeRefused: wasExcused || isExcused(),
      digest: digest.digest('base64'),
      ...factsOf(response),
      newest: response?.statusCode === 200 ? newestIn(kind, path, response, body) : undefined,
    };
    if (one.status === 200) answeredAt.set(path, one.at);
    return { ...one, body };
  }

  async function runReader(number: number): Promise<void> {
    const client = `reader ${number}`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const random = seeded(number);
    const frames = new Map<string, string[]>();
    for (let i = 0; !over.signal.aborted; i++) {
      const product = products[Math.floor(7 * random()) % products.length];
      const wanted = askOf(kinds[i % kinds.length], product, frames.get(product) ?? [], random);
      if (wanted) {
        const { body, ...seen } = await read(client, agent, wanted, i % 2 === 0);
        history.seen.push(seen);
        if (wanted.kind === 'frames' && seen.status === 200)
          frames.set(product, (JSON.parse(body) as { frames: string[] }).frames);
      }
      await pause(betweenMs);
    }
    agent.destroy();
  }

  const running = Array.from({ length: count }, (_, i) => runReader(i + 1));
  return {
    excuse: (kinds) => void (excused = kinds),
    async areAnswered() {
      const agent = new Agent({ keepAlive: true });
      const probe = (kind: Kind, frames: readonly string[] = []): Promise<Answer> =>
        read('probe', agent, askOf(kind, products[0], frames, Math.random)!, true);
      const { status, body } = await probe('frames');
      const { frames } = status === 200 ? (JSON.parse(body) as { frames: string[] }) : { frames: [] };
      const answers = frames.length > 0 ? await Promise.all(kinds.map((kind) => probe(kind, frames))) : [];
      agent.destroy();
      return answers.length > 0 && answers.every((answer) => answer.status === 200);
    },
    async stop() {
      over.abort();
      await Promise.all(running);
    },
  };
}

/** An odd number, so that each kind is asked for past the caches and through them. */
const kinds: readonly Kind[] = ['list', 'new list', 'frames', 'tile', 'new tile', 'newest tile', 'point'];

/** @param frames of the product, as `ts` of its tiles */
function askOf(kind: Kind, product: string, frames: readonly string[], random: () => number): Ask | undefined {
  const [lat, lon] = [(32 + 7 * random()).toFixed(2), (-104 + 13 * random()).toFixed(2)];
  const below = (end: number): number => Math.floor(end * random());
  const tiles = `${radar}/tiles/${product}`;
  const ts = frames.at(-1 - below(Math.min(4, frames.length)));
  const older = frames[below(frames.length)]; // whose files nobody has opened yet
  const path: Record<Kind, string | undefined> = {
    list: paths[below(paths.length)],
    'new list': `/api/v1/alerts?limit=5&point=${lat},${lon}`,
    frames: `${radar}/frames?product=${product}&minutes=60`,
    tile: ts && `${tiles}/5/${6 + below(3)}/${11 + below(3)}.png?ts=${ts}`,
    'new tile': older && `${tiles}/8/${52 + below(12)}/${96 + below(12)}.png?ts=${older}`,
    'newest tile': `${tiles}/5/${6 + below(2)}/12.png`,
    point: `${radar}/point?product=${product}&lat=${lat}&lon=${lon}`,
  };
  const found = path[kind];
  return found === undefined ? undefined : { kind, path: found };
}

function factsOf(
  response: IncomingMessage | undefined,
): Pick<Seen, 'status' | 'hasRetryAfter' | 'madeAt' | 'mostAgeMs' | 'isImmutable' | 'happenedAt'> {
  const { date, age, 'cache-control': caching = '', 'last-modified': modified } = response?.headers ?? {};
  const seconds = (name: string): number => Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(caching)?.[1] ?? 0);
  const stale = Math.max(seconds('stale-while-revalidate'), seconds('stale-if-error'));
  return {
    status: response?.statusCode,
    hasRetryAfter: response?.headers['retry-after'] !== undefined,
    madeAt: date === undefined ? undefined : Date.parse(date) - 1000 * Number(age ?? 0),
    mostAgeMs: 1000 * (seconds('max-age') + stale),
    isImmutable: caching.includes('immutable'),
    happenedAt: modified === undefined ? undefined : Date.parse(modified),
  };
}

/** The newest frame by a response that names the newest one. */
function newestIn(kind: Kind, path: string, { headers }: IncomingMessage, body: string): Seen['newest'] {
  const product = products.find((each) => path.includes(each))!;
  if (kind === 'frames') return sighting(product, (JSON.parse(body) as { latest: string | null }).latest);
  if (kind === 'point') return sighting(product, (JSON.parse(body) as { ts: string | null }).ts);
  if (kind !== 'newest tile') return undefined;
  return { product, frameAt: minuteOf(Date.parse(headers['x-frame-time'] as string)) };
}

const sighting = (product: string, stamp: string | null): Seen['newest'] =>
  stamp === null ? undefined : { product, frameAt: parseStamp(stamp)!.getTime() };

/** Frames are named by their minute. */
const minuteOf = (at: number): number => at - (at % 60_000);
