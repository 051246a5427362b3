import { join } from 'node:path';
import { startDatabase } from './api/database.ts';
import { fillDatabase } from './api/fill.ts';
import { alertsIn, randomBoxes } from './api/questions.ts';
import { startService } from './support/service.ts';
import { loadServer } from './api/load-server.ts';
import { inFolder } from './support/rounds.ts';
import { residentBytes } from './support/cpu.ts';
await inFolder(async (folder) => {
  const database = await startDatabase(join(folder, 'postgres'));
  await fillDatabase(database.url, console.log);
  const variants: [string, Record<string, string>][] = JSON.parse(process.env.VARIANTS!);
  for (let round = 0; round < Number(process.env.ROUNDS ?? 2); round++)
    for (const [name, settings] of variants) {
      const service = await startService(database.url, join(folder, 'data'), 'api', { settings });
      await loadServer(service, randomBoxes(30_000, 20).map(alertsIn).map(({ path }) => path), { database, folder });
      for (const seed of [22]) console.log("  warm", JSON.stringify(await loadServer(service, randomBoxes(30_000, seed).map(alertsIn).map(({ path }) => path), { database, folder })));
      const seen = await loadServer(service, randomBoxes(30_000, 21).map(alertsIn).map(({ path }) => path), { database, folder });
      console.log(name, JSON.stringify(seen), Math.round(residentBytes(service.pid) / 1e6), 'MB');
      await service.stop();
    }
  await database.stop();
});
