import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const shipped = readFileSync(new URL('../../infra/nginx.conf', import.meta.url), 'utf8');

/** Where the router listens, and what is behind it. */
export interface RouterAddresses {
  /** For its configuration, logs, cache and temporary files. */
  folder: string;
  port: number;
  /** `host:port` of each API and tile server. */
  api: readonly string[];
  tiles: readonly string[];
}

/** `infra/nginx.conf` with other addresses and folders. @throws {Error} if one of them is not in it */
export function routerConfig({ folder, port, api, tiles }: RouterAddresses): string {
  const replaced: [RegExp, string | ((line: string, options: string) => string)][] = [
    [/\/tmp\//g, `${folder}/`], // the first, since the folder may be there as well
    [/server api:8080([^;]*);/g, serversOf(api)],
    [/server tiles:8080([^;]*);/g, serversOf(tiles)],
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

const serversOf =
  (addresses: readonly string[]) =>
  (_line: string, options: string): string =>
    addresses.map((address) => `server ${address}${options};`).join(' ');
