// Prepares the embedded database: a faster symbol lookup in PGlite, the bundle of PostGIS, and the template of new databases.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareEngine } from './dist/embedded/prepare-engine.js';

// PGlite searches a list of all exports of PostGIS for each symbol: 80 % of the time of CREATE EXTENSION. A map of the
// exports has the same indices. (https://github.com/electric-sql/pglite/issues/916 collects improvements of PostGIS.)
const engine = createRequire(import.meta.url)
  .resolve('@electric-sql/pglite')
  .replace(/\.cjs$/, '.js');
const slow = 'Object.keys(_.exports).indexOf(t)';
const fast = '(_.symbolIndices??=new Map(Object.keys(_.exports).map((name,i)=>[name,i]))).get(t)';
const text = readFileSync(engine, 'utf8');
if (text.includes(slow)) {
  const draft = `${engine}.${process.pid}`;
  writeFileSync(
    draft,
    text.replace(slow, () => fast),
  );
  renameSync(draft, engine);
} else if (!text.includes(fast)) {
  console.warn(`packages/db/build.mjs: the symbol lookup of PGlite has changed; ${engine} is used as it is.`);
}

const folder = mkdtempSync(join(tmpdir(), 'severe-template-'));
try {
  await prepareEngine(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
