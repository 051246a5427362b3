import { madeFile, type Versions } from './made-files.ts';

/**
 * Path of the template: the data directory of an empty, migrated database. To create a database takes ten seconds, to unpack a
 * template one second. The name depends on the engine and the migrations.
 *
 * @param migrations text of all migrations
 */
export function templateFile(versions: Versions, migrations: string): string {
  return madeFile('database', `${JSON.stringify(versions)}\n${migrations}`);
}
