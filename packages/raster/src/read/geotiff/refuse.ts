import { DataError } from '@severe/base';

/**
 * Ends the reading of a file.
 *
 * @throws {DataError} always; the code begins with `geotiff-`
 */
export function refuse(code: 'damaged' | 'unknown' | 'too-large', problem: string, cause?: unknown): never {
  throw new DataError(`geotiff-${code}`, problem, { cause });
}
