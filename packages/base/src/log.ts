import { createRequire } from 'node:module';
import type { LogFn } from 'pino';

/** What the house asks of a logger; pino's is one. */
export interface Log extends Record<'error' | 'warn' | 'info' | 'debug', LogFn> {
  child(bindings: Record<string, unknown>): Log;
}

/** The process's logger: JSON lines on standard error, so that standard output stays for what a command prints. */
export function createLog(level: string, bindings: Record<string, unknown> = {}): Log {
  const { pino } = createRequire(import.meta.url)('pino') as typeof import('pino'); // commands that log nothing start without it
  return pino({ level, base: bindings, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

const nothing = (): void => {};

/** A logger that says nothing, for tests and for commands whose output is for machines. */
export const silentLog: Log = {
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  child: () => silentLog,
};
