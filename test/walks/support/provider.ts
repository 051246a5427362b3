import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeOf, mosaicFile } from '@severe/grib2/testing/mosaic-file';
import { s3Listing } from '@severe/testing/s3-listing';

/** A block of echoes and its position; the rest of the mosaic has none. */
export interface Block {
  west: number;
  south: number;
  east: number;
  north: number;
  dbz: number;
}

/** A grid of 0.1°: one hundredth of the cells of the real mosaic, with the same bounds. */
const grid = { width: 700, height: 350, west: -129.95, north: 54.95, step: 0.1 };

const noEcho = -99;

/** A mosaic with one block of echoes, in the provider's format. */
export function mosaic(at: Date, block: Block): Buffer {
  const { width, height, west, north, step } = grid;
  const codes = new Uint16Array(width * height).fill(codeOf(noEcho));
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const lon = west + column * step;
      const lat = north - row * step;
      const inside = lon > block.west && lon < block.east && lat > block.south && lat < block.north;
      if (inside) codes[row * width + column] = codeOf(block.dbz);
    }
  }
  return mosaicFile(
    { kind: 'latlon', width, height, firstLat: north, firstLon: west, stepLat: step, stepLon: step, earth: 2 },
    codes,
    at,
  );
}

/** A bucket on loopback with the provider's interface, under `/<host>/`. */
export class Provider {
  readonly files = new Map<string, Buffer>();
  readonly #server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
    const key = pathname.split('/').slice(2).join('/');
    if (searchParams.has('list-type')) response.end(s3Listing(this.files.keys(), searchParams));
    else if (this.files.has(key)) response.end(this.files.get(key));
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
