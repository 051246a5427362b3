import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError, type Settings } from '@severe/base';
import type { Service } from '../service.ts';

/**
 * Starts a service with a folder of its own for data, because rows of other times would be part of its weather.
 *
 * @param isChosen whether the operator has named the folder; else it is temporary, and removed when the service closes
 * @throws {StartError} the named folder is not empty
 */
export async function withEmptyFolder(
  settings: Settings,
  isChosen: boolean,
  start: (settings: Settings) => Promise<Service>,
): Promise<Service> {
  if (isChosen) {
    const { dataDir } = settings;
    const [found] = await readdir(dataDir).catch(() => []);
    if (found !== undefined)
      throw new StartError(`${dataDir} must be empty for a replay, it has ${found}; name another folder with --data`);
    return start(settings);
  }
  const folder = await mkdtemp(join(tmpdir(), 'severe-replay-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const service = await start(Object.freeze({ ...settings, dataDir: folder }));
    return {
      ...service,
      async close() {
        await service.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
