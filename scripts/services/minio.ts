import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { endProcess, findProgram, ownProcess, startDaemon } from './processes.ts';
import type { Service } from './service.ts';
import { host, services } from '@severe/testing/services/table';

const { port, env } = services.minio;

/** MinIO on one folder, with its console on the next port. */
export const minio = minioOn(port, { consolePort: port + 1 });

/** The same on another port, for a run that needs its own server. @param consolePort of its console; none if undefined */
export function minioOn(own: number, { consolePort }: { consolePort?: number } = {}): Service {
  return {
    isInstalled: () => program() !== undefined,

    async start(folder) {
      const data = join(folder, 'data');
      mkdirSync(data, { recursive: true });
      const consoleArgs = consolePort === undefined ? [] : ['--console-address', `${host}:${consolePort}`];
      const args = ['server', '--address', `${host}:${own}`, ...consoleArgs, data];
      const pid = startDaemon(program() as string, args, join(folder, 'log'), {
        ...process.env,
        MINIO_ROOT_USER: env.S3_ACCESS_KEY,
        MINIO_ROOT_PASSWORD: env.S3_SECRET_KEY,
        MINIO_UPDATE: 'off', // it must not look for newer versions of itself
        MINIO_BROWSER: consolePort === undefined ? 'off' : 'on',
      });
      writeFileSync(join(folder, 'pid'), `${pid}\n`);
    },

    pidOf: (folder) => ownProcess(join(folder, 'pid'), join(folder, 'data')),
    stop: (pid) => endProcess(pid),
  };
}

function program(): string | undefined {
  const named = process.env['MINIO_BIN'];
  if (named) return existsSync(named) ? named : undefined;
  return (
    findProgram('minio') ??
    findProgram('minio', [join(homedir(), '.cache/severe/bin')]) ??
    findProgram('minio', goBin())
  );
}

/** Folder of programs installed by `go install`. */
function goBin(): string[] {
  const { status, stdout } = spawnSync('go', ['env', 'GOBIN', 'GOPATH'], { encoding: 'utf8' });
  if (status !== 0) return [];
  const [bin, path] = stdout.split('\n');
  return [bin, ...path.split(':').map((folder) => join(folder, 'bin'))].filter((folder) => folder !== '');
}
