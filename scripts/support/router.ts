import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findProgram } from '../services/processes.ts';

const shipped = readFileSync(new URL('../../infra/nginx.conf', import.meta.url), 'utf8');

/** Where the router listens, and what is behind it. */
export interface RouterAddresses {
  /** For its configuration, logs, cache and temporary files. */
  folder: string;
  port: number;
  /** `host:port` of each API and tile server. */
  api: readonly string[];
  tiles: readonly string[];
  /** `host:port` of the server of names that `api` and `tiles` have instead of addresses. It needs `canFollowNames`. */
  resolver?: string;
}

const built = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'severe/bin');

/** nginx as `.ci/build-nginx` has built it, or else the installed one. */
export const routerProgram = (): string | undefined =>
  findProgram('nginx', [built, ...(process.env['PATH'] ?? '').split(delimiter)]);

/** Whether nginx can ask for names again while it runs, as the shipped image does. */
export function canFollowNames(): boolean {
  const program = routerProgram();
  if (program === undefined) return false;
  const [, ...version] =
    /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr) ?? [];
  const [major, minor, patch] = version.map(Number);
  return major > 1 || (major === 1 && (minor > 27 || (minor === 27 && patch >= 3)));
}

/** `infra/nginx.conf` with other addresses and folders. @throws {Error} if one of them is not in it */
export function routerConfig({ folder, port, api, tiles, resolver }: RouterAddresses): string {
  const serversOf =
    (addresses: readonly string[]) =>
    (_line: string, options: string): string => {
      const kept = resolver === undefined ? options.replace(' resolve', '') : options;
      return addresses.map((address) => `server ${address}${kept};`).join(' ');
    };
  const replaced: [RegExp, string | ((line: string, options: string) => string)][] = [
    [/\/tmp\//g, `${folder}/`], // the first, since the folder may be there as well
    [/server api:8080([^;]*);/g, serversOf(api)],
    [/server tiles:8080([^;]*);/g, serversOf(tiles)],
    [/resolver [\d.:]+/g, `resolver ${resolver ?? '127.0.0.1'}`],
    [/listen 8080/g, `listen 127.0.0.1:${port}`],
    [/\/var\/cache\/nginx\//g, `${folder}/cache/`],
    [/access_log \/dev\/stdout/g, `access_log ${folder}/access.log`],
    [/error_log \/dev\/stderr/g, `error_log ${folder}/error.log`],
  ];
  return replaced.reduce((text, [from, to]) => {
    if (!text.match(from)) throw new Error(`infra/nginx.conf has no ${from.source}`);
    return typeof to === 'string' ? text.replace(from, to) : text.replace(from, to);
  }, shipped);
}

/** Arguments with which nginx runs the configuration `nginx.conf` of a folder, in the foreground. */
export const routerArgs = (folder: string): string[] => {
  const [config, errors] = ['nginx.conf', 'error.log'].map((name) => join(folder, name));
  return ['-c', config, '-p', folder, '-e', errors, '-g', 'daemon off;'];
};
