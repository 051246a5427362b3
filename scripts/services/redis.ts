import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, findProgram, ownProcess, startDaemon } from './processes.ts';
import type { Service } from './service.ts';
import { host, services } from '@severe/testing/services/table';

/** Redis without persistence: jobs only wake workers, so none has to survive a restart. */
export const redis = redisOn(services.redis.port);

/** The same on another port, for a run that needs its own server. */
export function redisOn(port: number): Service {
  return {
    isInstalled: () => findProgram('redis-server') !== undefined,

    async start(folder) {
      const args = ['--port', String(port), '--bind', host, '--save', '', '--appendonly', 'no', '--dir', folder];
      const pid = startDaemon(findProgram('redis-server') as string, args, join(folder, 'log'));
      writeFileSync(join(folder, 'pid'), `${pid}\n`);
    },

    // The command line of Redis shows its address, not its arguments.
    pidOf: (folder) => ownProcess(join(folder, 'pid'), `${host}:${port}`),
    stop: (pid) => endProcess(pid),
  };
}
