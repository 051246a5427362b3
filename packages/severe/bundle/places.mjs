// Part of the bundle: where it is, and where the packages are that it is made of.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const own = import.meta.url;

/** The folder of the bundle, whatever file of it this function has come into. */
const folder = own.slice(0, own.lastIndexOf('/bundle/') + '/bundle/'.length);

/** URL of a file in the folder of the bundle. */
export const inBundle = (path) => new URL(path, folder).href;

/**
 * URL of a file of an installed package.
 *
 * @param names packages of which each depends on the next one; the first is a dependency of the command
 * @param path  relative to the entry point of the last package
 * @throws {Error} the first is not installed: the same error as that of an `import()`
 */
export const inPackage = (names, path) => new URL(path, entryOf(names)).href;

/** What a package exports that is not in the bundle. */
export const load = (names, name) => createRequire(names.length > 0 ? entryOf(names) : own)(name);

function entryOf([first, ...others]) {
  let entry = import.meta.resolve(first);
  for (const name of others) entry = pathToFileURL(createRequire(entry).resolve(name)).href;
  return entry;
}
