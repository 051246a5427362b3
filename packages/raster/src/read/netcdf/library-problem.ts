import { messageOf } from '@severe/base';

/**
 * What the HDF5 library found wrong, in a line. It tells the way from the function that was called down to the one
 * that stumbled, a line each; the last says most, but for those of its search for a plugin (H5PL), which say where it
 * looked and not what it missed.
 */
export function libraryProblem(error: unknown): string {
  const message = messageOf(error);
  const steps = [...message.matchAll(/#\d+: .* in (?!H5PL)\w+\(\): (.+)/g)];
  return steps.at(-1)?.[1].trim() ?? message;
}

/**
 * Whether the library broke off in the middle of its work, by a trap or for want of stack: its memory is then in no
 * state that anybody meant, and what else it reads of the file cannot be believed.
 */
export function isTrap(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError);
}
