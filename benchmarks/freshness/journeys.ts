import type { Answered } from '@severe/simulator';
import { fileOf, type Appearance } from './truth.ts';

/** How a client notices something. */
export const ways = ['stream event', 'list', 'tile', 'value', 'webhook'] as const;
export type Way = (typeof ways)[number];
export type Seen = Partial<Record<Way, number>>;

/** Something on its way from a provider to a client. Times are milliseconds since 1970. */
export interface Journey {
  /** Of `Appearance`, or the id of another source. */
  kind: string;
  name: string;
  appearedAt: number;
  /** When the provider was first asked for it. */
  askedAt: number;
  /** When the provider had answered in full. */
  fetchedAt: number;
  /** When a client could first know of it. */
  visibleAt: number;
  /** When a client that listens to the stream had it. */
  arrivedAt: number;
  seen: Seen;
}

/** What became of everything that appeared. */
export interface Journeys {
  arrived: Journey[];
  /** Skipped, because something newer of the same series was there before it was made. */
  superseded: Appearance[];
  missing: Appearance[];
}

/** Where the time of a journey went, milliseconds. */
export function partsOf({ appearedAt, askedAt, fetchedAt, visibleAt, arrivedAt }: Journey) {
  return {
    polling: askedAt - appearedAt,
    fetching: fetchedAt - askedAt,
    making: visibleAt - fetchedAt,
    announcing: arrivedAt - visibleAt,
  };
}

export type Part = keyof ReturnType<typeof partsOf>;

/** The thing itself, for a client that knows of it; an event is all that is seen of flashes. */
const arrivesAs: Record<Appearance['kind'], Way> = {
  mosaic: 'tile',
  'site radar': 'tile',
  satellite: 'tile',
  model: 'tile',
  lightning: 'stream event',
  alerts: 'list',
};

/**
 * Joins what appeared with the answers of the providers and what the client noted.
 *
 * @param seen    by the name of a frame or a message
 * @param flashes times of the events of lightning, which do not name their files
 */
export function journeysOf(
  appearances: readonly Appearance[],
  answers: readonly Answered[],
  seen: ReadonlyMap<string, Seen>,
  flashes: readonly number[] = [],
): Journeys {
  const answersOf = byFile(answers);
  const joined = appearances.map((appearance) => {
    const own = answersOf.get(appearance.file) ?? [];
    return {
      appearance,
      journey: appearance.kind === 'lightning' ? ofGranule(appearance, own, flashes) : join(appearance, own, seen),
    };
  });
  const newest = new Map<string, number>();
  for (const { appearance, journey } of joined) {
    const { series, appearedAt } = appearance;
    if (journey) newest.set(series, Math.max(appearedAt, newest.get(series) ?? 0));
  }
  const lost = joined.flatMap(({ appearance, journey }) => (journey ? [] : [appearance]));
  const isSuperseded = ({ series, appearedAt }: Appearance): boolean => (newest.get(series) ?? 0) > appearedAt;
  return {
    arrived: joined.flatMap(({ journey }) => journey ?? []),
    superseded: lost.filter(isSuperseded),
    missing: lost.filter((one) => !isSuperseded(one)),
  };
}

/** The answers that had a body, in order, by the file that they are of. */
function byFile(answers: readonly Answered[]): Map<string, Answered[]> {
  const found = new Map<string, Answered[]>();
  for (const answer of answers) {
    if (answer.status !== 200 && answer.status !== 206) continue;
    const file = fileOf(answer.path);
    const own = found.get(file) ?? [];
    own.push(answer);
    found.set(file, own);
  }
  return found;
}

function join(appearance: Appearance, answers: Answered[], all: ReadonlyMap<string, Seen>): Journey | undefined {
  const { kind, name, appearedAt } = appearance;
  const seen = all.get(name) ?? {};
  const arrivedAt = seen[arrivesAs[kind]];
  if (arrivedAt === undefined) return undefined;
  const visibleAt = Math.min(arrivedAt, ...[seen['stream event'], seen.list].filter((at) => at !== undefined));
  const asked = answers.filter(({ answeredAt }) => answeredAt >= appearedAt && answeredAt <= visibleAt);
  if (asked.length === 0) return undefined;
  const askedAt = Math.max(appearedAt, asked[0].askedAt);
  // A list is one answer; a file may be fetched in parts.
  const last = kind === 'alerts' ? asked[0] : asked[asked.length - 1];
  return { kind, name, appearedAt, askedAt, fetchedAt: last.answeredAt, visibleAt, arrivedAt, seen };
}

/** The flashes of a granule are there with the next event, unless one comes in the same moment for another one. */
function ofGranule(
  { kind, name, appearedAt }: Appearance,
  [answer]: Answered[],
  flashes: readonly number[],
): Journey | undefined {
  const at = answer && flashes.find((time) => time >= answer.answeredAt);
  if (at === undefined) return undefined;
  const { askedAt, answeredAt: fetchedAt } = answer;
  return { kind, name, appearedAt, askedAt, fetchedAt, visibleAt: at, arrivedAt: at, seen: { 'stream event': at } };
}
