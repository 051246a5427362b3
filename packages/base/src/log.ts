import { pino, type Logger } from 'pino';

export type Log = Logger;

/** The process's logger: JSON lines on standard error, so that standard output stays for what a command prints. */
export function createLog(level: string, bindings: Record<string, unknown> = {}): Log {
  return pino({ level, base: bindings, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

/** A logger that says nothing, for tests and for commands whose output is for machines. */
export const silentLog: Log = pino({ level: 'silent' });
