import { createRequire } from 'node:module';
import type { LogFn } from 'pino';

/** The logger interface; implemented by pino. */
export interface Log extends Record<'error' | 'warn' | 'info' | 'debug', LogFn> {
  child(bindings: Record<string, unknown>): Log;
}

/** Creates the logger of the process: JSON lines on standard error, because commands print to standard output. */
export function createLog(level: string, bindings: Record<string, unknown> = {}): Log {
  const { pino } = createRequire(import.meta.url)('pino') as typeof import('pino'); // loaded on demand: commands that do not log start faster
  return pino({ level, base: bindings, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
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
