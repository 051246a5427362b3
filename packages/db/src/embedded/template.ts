import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { madeFile, type Versions } from './made-files.ts';
import { entriesOf } from './tar.ts';

/**
 * Path of the template: the data directory of an empty, migrated database. To create a database takes ten seconds, to unpack a
 * template one second. The name depends on the engine and the migrations.
 *
 * @param migrations text of all migrations
 */
export function templateFile(versions: Versions, migrations: string): string {
  return madeFile('database', `${JSON.stringify(versions)}\n${migrations}`);
}

/**
 * Unpacks a template to the data directory of a new database. The engine could, but writes each file through its own file
 * system, which takes it a second more.
 *
 * @throws {Error} if it is no gzipped tar
 */
export async function unpackTemplate(template: string, cluster: string): Promise<void> {
  const archive = await promisify(gunzip)(await readFile(template));
  const folders = new Set<string>();
  const makeFolder = async (folder: string): Promise<void> => {
    if (folders.has(folder)) return;
    folders.add(folder);
    await mkdir(folder, { recursive: true });
  };
  for (const { name, isFolder, content } of entriesOf(archive)) {
    const path = join(cluster, name);
    await makeFolder(isFolder ? path : dirname(path));
    if (!isFolder) await writeFile(path, content);
  }
}
