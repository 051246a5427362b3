import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faults } from '@severe/simulator/testing/faults';
import { ofFiles, type FaultResult } from './matrix.ts';

/** Writes the result of a fault into a folder, a file for each fault. */
export async function keepResult(folder: string, result: FaultResult): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${result.fault}.json`);
  await writeFile(`${file}.new`, JSON.stringify(result));
  await rename(`${file}.new`, file); // other runs may read it
}

/** The results in a folder, in the order of the faults. */
export async function keptResults(folder: string): Promise<FaultResult[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const results = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as FaultResult)); // prettier-ignore
  const placeOf = ({ fault }: FaultResult): number => {
    const at = faults.findIndex(({ id }) => id === fault.replace(ofFiles, ''));
    return at < 0 ? faults.length : at;
  };
  return results.toSorted((a, b) => placeOf(a) - placeOf(b) || a.fault.length - b.fault.length);
}
