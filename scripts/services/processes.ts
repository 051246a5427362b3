import { spawn, spawnSync } from 'node:child_process';
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Path of an executable file in the first of the folders that has it. Default: the folders of PATH. */
export function findProgram(name: string, folders = (process.env['PATH'] ?? '').split(delimiter)): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Runs a program to its end. @throws {Error} with the end of its output when it fails */
export function runProgram(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): string {
  // Standard error is a pipe. A daemon that keeps it open would block this call, so daemons are not started here.
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env, timeout: 120_000 });
  if (status === 0) return stdout;
  const said = [stdout, stderr].join('\n').trim().split('\n').slice(-8).join('\n');
  throw new Error(`${program} ${args[0] ?? ''} failed: ${error?.message ?? said}`);
}

/** Starts a program that continues after this process, with its output in a log file. @returns its process id */
export function startDaemon(program: string, args: string[], log: string, env: NodeJS.ProcessEnv = process.env) {
  const output = openSync(log, 'a');
  const child = spawn(program, args, { detached: true, stdio: ['ignore', output, output], env });
  closeSync(output);
  child.on('error', () => undefined); // it then has no id, which the caller sees
  child.unref();
  if (child.pid === undefined) throw new Error(`${program} cannot be started`);
  return child.pid;
}

/**
 * Process id in the first line of a file, if that process runs and its command line contains `mark`. The id in an old file
 * may belong to another process.
 */
export function ownProcess(pidFile: string, mark: string): number | undefined {
  if (!existsSync(pidFile)) return undefined;
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.includes(mark) ? pid : undefined;
}

/** Ends a process with a signal, and after some time with SIGKILL. Resolves when it has ended. */
export async function endProcess(pid: number, signal: NodeJS.Signals = 'SIGTERM', patienceMs = 10_000): Promise<void> {
  process.kill(pid, signal);
  if (await until(() => !isAlive(pid), patienceMs)) return;
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid), 5000);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a condition becomes true within the time. */
export async function until(holds: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  for (;;) {
    if (await holds()) return true;
    if (performance.now() > end) return false;
    await pause(100);
  }
}

/** The last lines of a log file. */
export function tailOf(log: string, lines = 5): string {
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-lines).join('\n') : '';
}
