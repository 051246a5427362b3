/**
 * A process of its own for tests: opens the database of a folder, says `open`, and inserts frame after frame, each
 * number printed when it was acknowledged. Without a first number it only opens; a refusal is printed and ends it.
 */
import { createClock, loadSettings, messageOf, silentLog } from '@severe/base';
import { openDatabase } from '../../src/index.ts';

const [, , dataDir, first] = process.argv;
try {
  const settings = loadSettings({ DATA_DIR: dataDir });
  const db = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: false });
  process.once('SIGTERM', () => void db.close().then(() => process.exit()));
  process.stdout.write('open\n');
  for (let n = Number(first); !Number.isNaN(n); n++) {
    const validAt = new Date(n * 60_000);
    const key = `frame ${n}`;
    const objects = { tilesKey: key, tilesBytes: n, valuesKey: key, valuesBytes: n };
    await db.frames.insert({
      family: 'radar',
      product: 'vil',
      runAt: null,
      validAt,
      publishedAt: validAt,
      simulated: false,
      ...objects,
    });
    process.stdout.write(`${n}\n`);
  }
} catch (error) {
  process.stdout.write(`${(error as Error).name}: ${messageOf(error)}\n`);
}
