import { messageOf } from '@severe/base';

/**
 * The problem that the HDF5 library reports, in one line. Its message lists the call stack, outermost function first. The
 * last line is the most specific, except lines of its search for plugins (H5PL), which name folders.
 */
export function libraryProblem(error: unknown): string {
  const message = messageOf(error);
  const steps = [...message.matchAll(/#\d+: .* in (?!H5PL)\w+\(\): (.+)/g)];
  return steps.at(-1)?.[1].trim() ?? message;
}

/**
 * Whether the library was aborted, by a WebAssembly trap or a stack overflow. Its memory is then inconsistent, and further
 * results of the file cannot be trusted.
 */
export function isTrap(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError);
}
