import { RequestError } from '@severe/base';
import { AreaError } from '@severe/geo';

/** Runs what reads a place; one that cannot be read is an error of the caller. @throws {RequestError} 400 */
export function asRequestError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof AreaError ? new RequestError(400, error.message) : error;
  }
}
