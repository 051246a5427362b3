import { join } from 'node:path';
import { startDatabase } from '../api/database.ts';
import { fillDatabase } from '../api/fill.ts';
import { cpuSeconds } from '../support/cpu.ts';
import { inFolder } from '../support/rounds.ts';
import { startService } from '../support/service.ts';
import { fillFrames } from './fill-frames.ts';
import { growToYear } from './fill-year.ts';

/** A service on a year of data. */
interface ServiceOnYear {
  base: string;
  /** CPU seconds of service and database. */
  cpu: () => number;
}

/** A database with a year of data. */
export interface Year {
  /** Runs the roles `api` and `tiles` meanwhile. @param limit requests per minute of an address */
  serve: <R>(limit: number, use: (service: ServiceOnYear) => Promise<R>) => Promise<R>;
}

/** Makes a year of data, and removes it afterwards. */
export function withYear<R>(log: (line: string) => void, use: (year: Year) => Promise<R>): Promise<R> {
  return inFolder(async (folder) => {
    const database = await startDatabase(join(folder, 'postgres'));
    try {
      const dataDir = join(folder, 'data');
      await fillDatabase(database.url, log);
      await growToYear(database.url, log);
      await fillFrames(database.url, dataDir, { log });
      return await use({
        async serve(limit, ask) {
          const settings = { TRUST_PROXY: '1', RATE_LIMIT_ANONYMOUS: `${limit}` };
          const service = await startService(database.url, dataDir, 'api,tiles', { settings });
          try {
            return await ask({ base: service.base, cpu: () => cpuSeconds(service.pid) + database.cpu() });
          } finally {
            await service.stop();
          }
        },
      });
    } finally {
      await database.stop();
    }
  });
}
