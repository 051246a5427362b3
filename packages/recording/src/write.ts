import { mkdir, open, readFile, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, StartError, type Clock, type Log } from '@severe/base';
import { storeBody } from './bodies.ts';
import { formatVersion, indexFile, type AskedFor, type Entry, type Outcome, type RecordingOf } from './format.ts';
import { openRecording } from './read.ts';

/** Writes a recording. Its methods never reject: a full disk must not stop a feed. */
export interface RecordingWriter {
  /** Stores an answer. */
  answer(feed: string, asked: AskedFor, outcome: Outcome): Promise<void>;
  /** Notes that a run of a feed has ended. */
  run(feed: string, from: Date, to: Date): Promise<void>;
  /** What was written in this session. */
  readonly counts: { answers: number; runs: number; bytes: number };
  /** Resolves when nothing more can be written, with the reason. */
  readonly stopped: Promise<string>;
  close(): Promise<void>;
}

interface WriterOptions {
  dir: string;
  of: RecordingOf;
  /** Limit of the bytes of all bodies and of the index, with those of earlier sessions. */
  maxBytes: number;
  /** Texts that must not be written, such as API keys; each is replaced by `REDACTED`. */
  secrets?: string[];
  clock: Clock;
  log: Log;
}

/** What stands for a secret. */
export const redacted = 'REDACTED';

/**
 * Begins a recording, or continues the one in the folder.
 *
 * @throws {StartError} the folder holds something else, a recording of another world or with other settings, or is full
 */
export async function createWriter(options: WriterOptions): Promise<RecordingWriter> {
  const { dir, of, maxBytes, secrets = [], clock, log } = options;
  const path = join(dir, indexFile);
  await mkdir(dir, { recursive: true }).catch((cause: unknown) => {
    throw new StartError(`${dir} cannot be made: ${messageOf(cause)}`, { cause });
  });
  const stored = await continued(dir, of);
  if (stored >= maxBytes) throw new StartError(`the recording in ${dir} has ${stored} bytes, the limit is ${maxBytes}`);
  const index = await open(path, 'a');

  const counts = { answers: 0, runs: 0, bytes: 0 };
  let state: 'open' | 'full' | 'closed' = 'open';
  let stop = (_reason: string): void => {};
  const stopped = new Promise<string>((resolve) => (stop = resolve));

  /** Entries are appended one after another; those of a feed stay in their order. */
  let last: Promise<void> = Promise.resolve();
  const append = (entry: Entry): Promise<void> => (last = last.then(() => write(index, entry)));
  async function write(to: FileHandle, entry: Entry): Promise<void> {
    const line = `${JSON.stringify(entry)}\n`;
    await to.appendFile(line);
    counts.bytes += Buffer.byteLength(line);
  }

  /** Runs a step that writes; after a failure or at the limit nothing more is written. */
  async function attempt(step: () => Promise<void>): Promise<void> {
    if (state !== 'open') return;
    try {
      await step();
      if (stored + counts.bytes < maxBytes) return;
      state = 'full';
      await append({ kind: 'end', at: clock().toISOString(), full: true });
      stop(`the recording has reached its limit of ${maxBytes} bytes`);
    } catch (error) {
      state = 'full';
      log.error({ reason: messageOf(error) }, 'the recording cannot be written, and ends');
      stop(`the recording cannot be written: ${messageOf(error)}`);
    }
  }

  const redact = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, redacted).replaceAll(encoded(secret), redacted), text);

  await append({ kind: 'session', version: formatVersion, at: clock().toISOString(), ...of });
  return {
    counts,
    stopped,
    answer: (feed, asked, { body, ...outcome }) =>
      attempt(async () => {
        const at = clock().toISOString();
        const { method, url, range, post } = asked;
        const file = body && (await storeBody(dir, body, outcome.headers['content-type']));
        counts.bytes += file?.written ?? 0;
        await append({
          kind: 'answer',
          feed,
          at,
          method,
          url: redact(url),
          ...(range === undefined ? {} : { range }),
          ...(post === undefined ? {} : { post: redact(post) }),
          ...outcome,
          ...(file ? { body: file.name } : {}),
        });
        counts.answers++;
      }),
    run: (feed, from, to) =>
      attempt(async () => {
        await append({ kind: 'run', feed, from: from.toISOString(), to: to.toISOString() });
        counts.runs++;
      }),
    async close() {
      if (state === 'open') await attempt(() => append({ kind: 'end', at: clock().toISOString() }));
      state = 'closed';
      await last.catch(() => {}); // reported by `attempt`
      await index.close();
    },
  };
}

/** A text as it stands in a URL. */
const encoded = (text: string): string => encodeURIComponent(text);

/**
 * Prepares the recording in a folder to be continued: the end of its index that a killed process left is cut off.
 *
 * @returns bytes of its index and bodies; 0 if there is none
 */
async function continued(dir: string, of: RecordingOf): Promise<number> {
  const path = join(dir, indexFile);
  const lines = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  });
  const end = (lines?.lastIndexOf('\n') ?? -1) + 1;
  if (lines && end < lines.length) await truncate(path, end);
  if (end === 0) return 0;
  const recording = await openRecording(dir);
  const differs = Object.keys({ ...recording.of.settings, ...of.settings }).filter(
    (name) => recording.of.settings[name] !== of.settings[name],
  );
  if (recording.of.simulated !== of.simulated) {
    const world = (simulated: boolean) => (simulated ? 'simulated' : 'real');
    throw new StartError(
      `${dir} records ${world(recording.of.simulated)} providers, and cannot continue with ${world(of.simulated)} ones`,
    );
  }
  if (differs.length > 0) {
    throw new StartError(`${dir} was recorded with other values of ${differs.join(', ')}; use another folder`);
  }
  return recording.bytes;
}
