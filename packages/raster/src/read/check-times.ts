import { DataError } from '@severe/base';

/** The times that a file must have: those of the frame that it becomes. */
export interface FrameTimes {
  /** The run of a model; absent for measurements. */
  runAt?: Date | null;
  validAt: Date;
  /** Frames are named by the minute, and files of measurements by the time at which they were made. */
  withinMs: number;
}

/**
 * Refuses a file of another time.
 *
 * @throws {DataError} `wrong-time` with the times that were found and needed
 */
export function checkTimes(found: { runAt?: Date; validAt?: Date }, { runAt, validAt, withinMs }: FrameTimes): void {
  for (const [what, is, needed] of [
    ['of the run', found.runAt, runAt],
    ['for', found.validAt, validAt],
  ] as const) {
    if (!needed || (is && Math.abs(is.getTime() - needed.getTime()) < withinMs)) continue;
    const text = is?.toISOString() ?? 'an unknown time';
    throw new DataError('wrong-time', `the file is ${what} ${text}, ${needed.toISOString()} is needed`);
  }
}
