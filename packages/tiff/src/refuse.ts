import { DataError } from '@severe/base';

/**
 * Ends the reading of a file.
 *
 * @param code `unknown` is a valid file in a form that is not supported
 * @throws {DataError} always; its code begins with `geotiff-`
 */
export function refuse(code: 'damaged' | 'unknown' | 'too-large', problem: string, cause?: unknown): never {
  throw new DataError(`geotiff-${code}`, problem, { cause });
}
