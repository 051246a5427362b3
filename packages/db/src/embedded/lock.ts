import { randomUUID } from 'node:crypto';
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '@severe/base';
import { processStart } from './process-identity.ts';

/** Who holds a directory. */
interface Holder {
  pid: number;
  /** When that process began, as `processStart` tells it. */
  startedAt: string | undefined;
  /** Its computer: processes of another (or of another container) cannot be asked after. */
  host: string;
  /** Unlike any other holding, so that one can be told from the next. */
  id: string;
}

/** A holder touches its file this often; one on another computer that has not for `DEAD_AFTER_MS` is gone. */
const TOUCH_EVERY_MS = 5_000;
const DEAD_AFTER_MS = 30_000;
/** Two that take over from the same dead holder at once find out within this time. */
const SETTLE_MS = 50;

/**
 * Takes a directory for this process with a file that names it; the engine itself would let two write at once.
 * A file that was left by a process that has died is taken over.
 *
 * @param file the lock file
 * @param what the directory, as it is named to a person
 * @returns gives the directory back
 * @throws {StartError} `… is in use by process N`
 */
export async function acquireLock(file: string, what: string): Promise<() => Promise<void>> {
  const mine: Holder = { pid: process.pid, startedAt: processStart(process.pid), host: hostname(), id: randomUUID() };
  const text = JSON.stringify(mine);
  for (let tries = 0; !(await place(file, text)); tries++) {
    const held = await readFile(file, 'utf8').catch(ignoreAbsent);
    const holder = held === undefined ? undefined : parse(held);
    if (tries >= 5 || (holder && (await lives(holder, file)))) throw inUse(what, holder);
    if (held !== undefined) await removeLeft(file, held);
  }
  await sleep(SETTLE_MS);
  const now = await readFile(file, 'utf8').catch(ignoreAbsent);
  if (now !== text) throw inUse(what, now === undefined ? undefined : parse(now));

  // A touch that fails is made up for by the next one.
  const touching = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), TOUCH_EVERY_MS).unref();
  return async () => {
    clearInterval(touching);
    const left = await readFile(file, 'utf8').catch(ignoreAbsent);
    if (left === text) await unlink(file);
  };
}

/** Puts a file in place with its whole content at once, or not at all when there is one. */
async function place(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${process.pid}.${randomUUID()}`;
  await writeFile(draft, text);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}

/** Removes the file of a dead holder, unless it has become somebody else's since it was read. */
async function removeLeft(file: string, held: string): Promise<void> {
  const aside = `${file}.${process.pid}.${randomUUID()}`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== held) await link(aside, file);
    await unlink(aside);
  } catch (error) {
    ignoreAbsent(error as NodeJS.ErrnoException); // somebody else was faster
  }
}

async function lives(holder: Holder, file: string): Promise<boolean> {
  if (holder.host !== hostname()) {
    const touched = await stat(file).catch(ignoreAbsent);
    return touched !== undefined && Date.now() - touched.mtimeMs < DEAD_AFTER_MS;
  }
  const startedAt = processStart(holder.pid);
  return startedAt !== undefined && startedAt === holder.startedAt;
}

/** Undefined for a file that is not one of ours; it holds nobody. */
function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder | null;
    return typeof holder?.pid === 'number' && typeof holder.host === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
}

function inUse(what: string, holder: Holder | undefined): StartError {
  const where = holder && holder.host !== hostname() ? ` on ${holder.host}` : '';
  const who = holder ? `process ${holder.pid}${where}` : 'another process';
  return new StartError(`${what} is in use by ${who}; stop it, or choose another DATA_DIR`);
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
