import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { messageOf, StartError } from '@severe/base';
import { readBody } from './bodies.ts';
import { parseEntry } from './parse-entry.ts';
import { formatVersion, indexFile, keyOf, type Answer, type AnswerEntry, type AskedFor } from './format.ts';
import type { RecordingOf, SessionEntry } from './format.ts';

/** A recorded run of a feed, with its answers in their order. */
export interface RecordedRun {
  feed: string;
  from: Date;
  to: Date;
  answers: Answer[];
}

/** An opened recording. Its index is in memory, bodies are read when they are needed. */
export interface Recording {
  dir: string;
  of: RecordingOf;
  /** First and last moment. */
  from: Date;
  to: Date;
  /** Runs of all feeds, in the order of their ends. */
  runs: RecordedRun[];
  answers: number;
  /** Bytes of index and bodies, as far as the index knows them uncompressed. */
  bytes: number;
  /** The newest answer to exactly this request at a moment. @param feed the feed that asks; default: any */
  find(asked: AskedFor, at: Date, feed?: string): Answer | undefined;
  /** The newest answer to a request at a moment that differs from this one at most in values of its query. */
  findSimilar(asked: AskedFor, at: Date): Answer | undefined;
}

/** Largest index, in bytes: some days of all feeds. */
const maxIndexBytes = 2 ** 31;

/**
 * Opens the recording in a folder.
 *
 * @throws {StartError} there is none, or its index is damaged; a line that a killed process has not finished is ignored
 */
export async function openRecording(dir: string): Promise<Recording> {
  const path = join(dir, indexFile);
  const size = await stat(path).then(
    (found) => found.size,
    (cause: unknown) => {
      throw new StartError(`${dir} is not a recording: ${messageOf(cause)}`, { cause });
    },
  );
  if (size > maxIndexBytes) throw new StartError(`${path} has ${size} bytes, at most ${maxIndexBytes} are read`);
  const index = new Index(dir);
  let unread: { number: number; problem: string } | undefined;
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++;
    if (unread) throw new StartError(`${path}, line ${unread.number}: ${unread.problem}`);
    const entry = parseEntry(line);
    if (typeof entry === 'string') unread = { number, problem: entry };
    else index.add(entry, number);
  }
  return index.recording(size);
}

class Index {
  readonly #dir: string;
  #of: SessionEntry | undefined;
  #from: Date | undefined;
  #to: Date | undefined;
  #bytes = 0;
  readonly #hashes = new Set<string>();
  readonly #runs: RecordedRun[] = [];
  #answers = 0;
  /** Answers of each feed since its last run. */
  readonly #sinceRun = new Map<string, Answer[]>();
  readonly #byKey = new Map<string, Answer[]>();
  readonly #byShape = new Map<string, Answer[]>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  add(entry: Exclude<ReturnType<typeof parseEntry>, string>, line: number): void {
    const refuse = (problem: string): StartError =>
      new StartError(`${join(this.#dir, indexFile)}, line ${line}: ${problem}`);
    if (entry.kind === 'session' && entry.version !== formatVersion)
      throw refuse(`version ${entry.version} of the format, expected ${formatVersion}`);
    if (entry.kind === 'session') this.#of ??= entry;
    if (!this.#of) throw refuse('expected the start of a session');
    const at = new Date(entry.kind === 'run' ? entry.to : entry.at);
    this.#from ??= at;
    if (!this.#to || at > this.#to) this.#to = at;
    if (entry.kind === 'answer') this.#addAnswer(entry, at);
    // What a session had asked when it was killed belongs to no run.
    if (entry.kind === 'session') this.#sinceRun.clear();
    if (entry.kind === 'run') {
      const { feed } = entry;
      this.#runs.push({ feed, from: new Date(entry.from), to: at, answers: this.#sinceRun.get(feed) ?? [] });
      this.#sinceRun.delete(feed);
    }
  }

  recording(indexBytes: number): Recording {
    if (!this.#of) throw new StartError(`${this.#dir} is an empty recording`);
    const { simulated, settings } = this.#of;
    const newest = (list: Answer[] | undefined, at: Date, feed?: string): Answer | undefined =>
      list?.findLast((answer) => answer.at <= at && (feed === undefined || answer.feed === feed));
    return {
      dir: this.#dir,
      of: { simulated, settings },
      from: this.#from!,
      to: this.#to!,
      runs: this.#runs.toSorted((one, other) => one.to.getTime() - other.to.getTime()),
      answers: this.#answers,
      bytes: indexBytes + this.#bytes,
      find: (asked, at, feed) => newest(this.#byKey.get(keyOf(asked)), at, feed),
      findSimilar: (asked, at) => newest(this.#byShape.get(shapeOf(asked)), at),
    };
  }

  #addAnswer({ body, ...entry }: AnswerEntry, at: Date): void {
    const { feed, method, url, range, post } = entry;
    const key = keyOf(entry);
    const earlier = this.#byKey.get(key) ?? [];
    // A response without change stands for the one before it, so that every answer is whole.
    const same = entry.status === 304 ? earlier.findLast((answer) => answer.status === 200) : undefined;
    const answer: Answer = {
      feed,
      at,
      method,
      url,
      ...(range === undefined ? {} : { range }),
      ...(post === undefined ? {} : { post }),
      status: same?.status ?? entry.status,
      headers: same?.headers ?? entry.headers,
      problem: entry.problem,
      body: same?.body ?? (async () => body && readBody(this.#dir, body)),
    };
    if (body && !this.#hashes.has(body.hash)) this.#bytes += body.bytes;
    if (body) this.#hashes.add(body.hash);
    this.#answers++;
    push(this.#byKey, key, answer);
    push(this.#byShape, shapeOf(entry), answer);
    push(this.#sinceRun, feed, answer);
  }
}

function push(map: Map<string, Answer[]>, key: string, answer: Answer): void {
  const list = map.get(key);
  if (list) list.push(answer);
  else map.set(key, [answer]);
}

/** What requests have in common that differ only in the values of their query. */
export function shapeOf({ method, url, range = '' }: AskedFor): string {
  const [path, query = ''] = url.split('?');
  const names = [...new URLSearchParams(query).keys()].toSorted();
  return `${method} ${path} ${range} ${names.join('&')}`;
}
