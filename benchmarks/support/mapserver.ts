import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@severe/testing/free-port';
import { findProduct, type RasterProduct } from '@severe/catalogue';
import { productId, type FrameFiles } from './frame-files.ts';
import { has } from './rounds.ts';
import { startPeer, type Measured } from './servers.ts';

/**
 * MapServer as one FastCGI process, so that no request starts a process. nginx forwards the requests; its CPU time does not
 * count. MapServer draws the same pixels as severe, as PNG with a palette. Undefined if MapServer, nginx or spawn-fcgi is not
 * installed.
 */
export async function startMapServer(frame: FrameFiles): Promise<(Measured & { name: string }) | undefined> {
  if (!['mapserv', 'nginx', 'spawn-fcgi'].every(has)) return undefined;
  const { folder } = frame;
  const path = (name: string) => join(folder, name);
  const [socket, config, map, front] = ['mapserv.sock', 'mapserver.conf', 'radar.map', 'nginx.conf'].map(path);
  const port = await freePort();
  writeFileSync(map, mapFile(frame));
  writeFileSync(config, `CONFIG ENV\n  MS_MAPFILE "${map}"\n  MS_MAP_PATTERN "."\nEND END\n`);
  writeFileSync(front, frontConfig(folder, socket, port));

  const env = { ...process.env, MAPSERVER_CONFIG_FILE: config };
  const mapserv = spawn('spawn-fcgi', ['-n', '-s', socket, '--', '/usr/bin/env', 'mapserv'], { stdio: 'ignore', env });
  const end = async (): Promise<void> => {
    if (mapserv.exitCode !== null) return;
    mapserv.kill('SIGKILL'); // it handles SIGTERM only after the next request
    await once(mapserv, 'exit');
  };
  try {
    for (let i = 0; i < 100 && !existsSync(socket); i++) await wait(50);
    const nginx = await startPeer(
      'nginx',
      ['-c', front, '-p', folder, '-e', path('error.log')],
      `http://127.0.0.1:${port}`,
    );
    const name = `MapServer ${/version ([\d.]+)/.exec(execFileSync('mapserv', ['-v'], { encoding: 'utf8' }))?.[1]}`;
    return { base: nginx.base, pid: mapserv.pid as number, name, stop: () => nginx.stop().then(end) };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Path of the tile `z/x/y`. */
export function mapServerPath(tile: string): string {
  const [z, x, y] = tile.split('/');
  return `/?mode=tile&tilemode=gmap&layers=radar&tile=${x}+${y}+${z}`;
}

/**
 * The palette as classes of packed values, in buckets as wide as the palette's steps. One bucket per packed value would draw
 * the same and take four times as long.
 */
function mapFile({ folder, scaling: { scale, offset } }: FrameFiles): string {
  const { palette } = findProduct('radar', productId) as RasterProduct;
  const edges = palette.map(([value]) => Math.round((value - offset) / scale));
  const step = edges[1] - edges[0];
  const [low, high] = [edges[0] - step, edges[edges.length - 1] + 10 * step];
  const classes = palette.map(([, colour], i) => {
    const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(' ');
    return `CLASS EXPRESSION ([pixel] >= ${edges[i]} AND [pixel] < ${edges[i + 1] ?? high}) STYLE COLOR ${rgb} END END`;
  });
  return `MAP
  SIZE 256 256
  EXTENT -20037508 -20037508 20037508 20037508
  PROJECTION "init=epsg:3857" END
  IMAGETYPE tile
  OUTPUTFORMAT
    NAME tile DRIVER "AGG/PNG" MIMETYPE "image/png" EXTENSION "png" IMAGEMODE RGBA TRANSPARENT ON
    FORMATOPTION "QUANTIZE_FORCE=ON" FORMATOPTION "QUANTIZE_COLORS=${palette.length + 1}"
  END
  LAYER
    NAME radar TYPE RASTER STATUS ON
    DATA "${join(folder, 'values.tif')}"
    PROJECTION "init=epsg:4326" END
    PROCESSING "RESAMPLE=NEAREST"
    PROCESSING "SCALE=${low},${high}"
    PROCESSING "SCALE_BUCKETS=${(high - low) / step}"
    PROCESSING "CLOSE_CONNECTION=DEFER"
    ${classes.join('\n    ')}
  END
END
`;
}

function frontConfig(folder: string, socket: string, port: number): string {
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
events { worker_connections 64; }
http {
  access_log off;
  server {
    listen 127.0.0.1:${port};
    location / {
      fastcgi_pass unix:${socket};
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
    }
  }
}
`;
}
