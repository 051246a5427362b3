import { statSync } from 'node:fs';
import { Refusal } from './report.ts';

/** The size of a file in bytes. @throws {Refusal} if it is not a file */
export function sizeOfFile(path: string): number {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) throw new Refusal('the file does not exist');
  if (!status.isFile()) throw new Refusal('this is not a file');
  return status.size;
}
