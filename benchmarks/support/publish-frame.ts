import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase, type Database, type NewFrame } from '@severe/db';
import type { FrameFiles } from './frame-files.ts';
import type { Measured } from './servers.ts';
import { startService } from './service.ts';

/** Stores a frame in the database and the data folder of a service. */
export async function publishFrame(
  db: Pick<Database, 'frames'>,
  { folder }: FrameFiles,
  dataDir: string,
): Promise<void> {
  const objects = join(dataDir, 'objects');
  mkdirSync(objects, { recursive: true });
  for (const name of ['tiles.pmtiles', 'values.tif']) cpSync(join(folder, name), join(objects, name));
  const row = JSON.parse(readFileSync(join(folder, 'frame.json'), 'utf8')) as Record<string, string>;
  await db.frames.insert({
    ...(row as unknown as NewFrame),
    validAt: new Date(row['validAt']),
    publishedAt: new Date(row['publishedAt']),
    simulated: false,
  });
}

/** `severe start --roles tiles` with one frame, on the embedded database. */
export async function startTileService(frame: FrameFiles, dataDir: string): Promise<Measured> {
  const settings = loadSettings({ DATA_DIR: dataDir });
  const db = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: false });
  try {
    await publishFrame(db, frame, dataDir);
  } finally {
    await db.close();
  }
  return startService('', dataDir, 'tiles');
}
