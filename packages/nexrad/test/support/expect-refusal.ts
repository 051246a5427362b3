import { expect } from 'chai';
import { NexradError } from '../../src/index.ts';

/** Runs what may succeed or refuse; anything thrown that is not the package's own error fails. */
export function answerOf<T>(read: () => T): T | NexradError {
  try {
    return read();
  } catch (error) {
    if (error instanceof NexradError) return error;
    throw error;
  }
}

/** What must be refused, with a code. */
export function expectRefusal(read: () => unknown, code: string, message?: string | RegExp): void {
  const answer = answerOf(read);
  expect(answer).to.be.instanceOf(NexradError);
  const error = answer as NexradError;
  expect(error.code, error.message).to.equal(code);
  if (message !== undefined) expect(error.message).to.match(new RegExp(message));
}
