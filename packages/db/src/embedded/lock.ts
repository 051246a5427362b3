import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '@severe/base';

/** The process that holds a directory. */
interface Holder {
  pid: number;
  /** Start time of the process, see `processStart`. */
  startedAt: string | undefined;
  /** Its host name: processes of another host or container cannot be checked. */
  host: string;
  /** Unique for each lock. */
  id: string;
}

/** A holder touches its file at this interval. A holder on another host is dead after `deadAfterMs` without a touch. */
const touchEveryMs = 5_000;
const deadAfterMs = 30_000;
/** Wait after taking a lock: two processes may take it from the same dead holder at once. */
const takeoverMs = 50;

/**
 * Locks a directory for this process with a file that names the process; the engine itself has no lock. A file of a dead
 * process is taken over.
 *
 * @param file the lock file
 * @param what the directory, for messages
 * @returns a function that releases the lock
 * @throws {StartError} `… is in use by process N`
 */
export async function acquireLock(file: string, what: string): Promise<() => Promise<void>> {
  const mine: Holder = { pid: process.pid, startedAt: processStart(process.pid), host: hostname(), id: randomUUID() };
  const text = JSON.stringify(mine);
  for (let tries = 0; !(await place(file, text)); tries++) {
    const held = await readFile(file, 'utf8').catch(ignoreAbsent);
    const holder = held === undefined ? undefined : parse(held);
    if (tries >= 5 || (holder && (await isAlive(holder, file)))) throw inUse(what, holder);
    if (held !== undefined) await removeLeft(file, held);
  }
  await sleep(takeoverMs);
  const now = await readFile(file, 'utf8').catch(ignoreAbsent);
  if (now !== text) throw inUse(what, now === undefined ? undefined : parse(now));

  // The next touch makes up for one that fails.
  const touching = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), touchEveryMs).unref();
  return async () => {
    clearInterval(touching);
    const left = await readFile(file, 'utf8').catch(ignoreAbsent);
    if (left === text) await unlink(file);
  };
}

/** Creates a file with its content atomically; false if it exists. */
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

/** Removes the file of a dead holder, unless another process has replaced it. */
async function removeLeft(file: string, held: string): Promise<void> {
  const aside = `${file}.${process.pid}.${randomUUID()}`;
  try {
    await rename(file, aside);
    // If a third process has placed its own by now, the owner of this one finds that after its wait.
    if ((await readFile(aside, 'utf8')) !== held) await link(aside, file).catch(ignorePresent);
    await unlink(aside);
  } catch (error) {
    ignoreAbsent(error as NodeJS.ErrnoException); // another process was faster
  }
}

async function isAlive(holder: Holder, file: string): Promise<boolean> {
  if (holder.host !== hostname()) {
    const touched = await stat(file).catch(ignoreAbsent);
    return touched !== undefined && Date.now() - touched.mtimeMs < deadAfterMs;
  }
  const startedAt = processStart(holder.pid);
  return startedAt !== undefined && startedAt === holder.startedAt;
}

/** Undefined for a file that is not a lock. */
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

function ignorePresent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error;
}

/**
 * Start time of a process in the form of the operating system, or undefined if there is no such process. Process ids are
 * reused; id and start time together identify one process.
 */
export function processStart(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStart(pid) : psStart(pid);
}

/** Boot id and clock tick of the start: field 22 of proc(5) stat. Fields are counted after the name, which may contain any character. */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return state === 'Z' ? undefined : `${boot}/${ticks}`; // a zombie has released its files
  } catch {
    return undefined; // ENOENT, or ESRCH if the process ends during the read
  }
}

function psStart(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined; // ps exits with 1 for an unknown process
  }
}
