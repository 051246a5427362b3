import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LogFn } from 'pino';
import { maskSecrets } from './secrets.ts';

/** The logger interface; implemented by pino. */
export interface Log extends Record<'error' | 'warn' | 'info' | 'debug', LogFn> {
  child(bindings: Record<string, unknown>): Log;
}

/** Creates the logger of the process: JSON lines on standard error, without secrets, because commands print to standard output. */
export function createLog(level: string, bindings: Record<string, unknown> = {}): Log {
  const { pino } = createRequire(import.meta.url)('pino') as typeof import('pino'); // loaded on demand: commands that do not log start faster
  return pino({ level, base: bindings, timestamp: pino.stdTimeFunctions.isoTime }, lossyWriter(2));
}

/**
 * Writes lines, and leaves out what the system does not take: a full disk, or a reader that is gone or slow. pino's own
 * destination ends the process then. The next line that is written comes after one that counts the lost ones.
 */
function lossyWriter(file: number): { write(line: string): void } {
  let lost = 0;
  let reason = '';
  const lose = (why: string): void => {
    lost++;
    reason = why;
  };
  return {
    write(line) {
      const masked = maskSecrets(line);
      const text = Buffer.from(lost > 0 ? `\n${noteOf(lost, reason)}\n${masked}` : masked); // the last line may have no end
      try {
        if (writeSync(file, text) === text.length) lost = 0;
        else lose('written in part');
      } catch (error) {
        lose((error as NodeJS.ErrnoException).code ?? String(error));
      }
    },
  };
}

function noteOf(lost: number, reason: string): string {
  return JSON.stringify({ level: 40, time: new Date().toISOString(), lost, reason, msg: 'lines of the log were lost' });
}

const nothing = (): void => {};

/** A logger without output, for tests and for commands with machine-readable output. */
export const silentLog: Log = {
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  child: () => silentLog,
};
