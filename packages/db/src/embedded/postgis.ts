import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Extension } from '@electric-sql/pglite';
import { postgis } from '@electric-sql/pglite-postgis';
import { entriesOf, tarOf } from './tar.ts';
import { madeFile, saveMade, type Versions } from './made-files.ts';

/**
 * What the service needs of PostGIS: the library, the definition of the extension, and the coordinate systems. The package
 * also has rasters and topology. The engine unpacks and compiles all libraries at each start, and keeps all files in memory.
 */
const needed =
  /^(lib\/postgresql\/postgis-3\.so|share\/proj\/proj\.(db|ini)|share\/postgresql\/extension\/postgis(--[\d.]+)?\.(control|sql))$/;

/** Path of the bundle with what is needed. */
function bundleFile(versions: Versions): string {
  return madeFile('postgis', `${JSON.stringify(versions)}\n${needed.source}`);
}

/**
 * Stores the bundle with what the service needs of PostGIS, if it does not exist.
 *
 * @throws {Error} if the package has other files than expected
 */
export async function createBundle(versions: Versions): Promise<void> {
  const file = bundleFile(versions);
  if (await exists(file)) return;
  const packed = join(
    dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite-postgis')),
    'postgis.tar.gz',
  );
  const archive = await promisify(gunzip)(await readFile(packed));
  const entries = [...entriesOf(archive)].filter(({ name }) => needed.test(name));
  const names = entries.map(({ name }) => name);
  if (entries.length !== 5)
    throw new Error(`${packed}: expected five files that the service needs, found ${names.join()}`);
  await saveMade(file, await promisify(gzip)(tarOf(entries), { level: 1 }));
}

/** PostGIS for the engine: with the bundle if the build has made it, else with the whole package. */
export async function openPostgis(versions: Versions): Promise<Extension> {
  const file = bundleFile(versions);
  if (!(await exists(file))) return postgis;
  return {
    name: postgis.name,
    setup: async (engine, options) => ({ ...(await postgis.setup(engine, options)), bundlePath: pathToFileURL(file) }),
  };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
