import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError, messageOf, StartError } from '@severe/base';
import { maxZoom as deepestServed, type RasterProduct } from '@severe/catalogue';
import {
  drawFrame,
  drawPictureFrame,
  encodeCog,
  encodePicture,
  type DrawnFrame,
  type Field,
  type Picture,
} from '@severe/raster';
import { readProduct } from '@severe/raster-worker/read';
import { productNamed } from '../product-named.ts';
import type { ValuesOrder } from './encode-values.ts';
import { openRaw, type OpenRaw } from './open-raw.ts';

export interface RenderOptions {
  product: string;
  out: string;
  maxzoom?: number;
  threads: number;
  json?: boolean;
}

/** What `--json` prints. Times are milliseconds by the clock; CPU and memory are of the whole process. */
export interface RenderReport {
  file: string;
  product: string;
  tiles: number;
  /** Tiles that hold something, by zoom. */
  perZoom: number[];
  bytes: { raw: number; tiles: number; values: number };
  ms: Record<Stage, number>;
  cpuSeconds: number;
  peakMemoryBytes: number;
}

type Stage = 'read' | 'decode' | 'tiles' | 'values' | 'write';

/**
 * Renders a file of a product into a folder.
 *
 * @throws {StartError} for whatever the caller can mend, the file included
 */
export async function renderFile(file: string, options: RenderOptions): Promise<RenderReport> {
  const product = productNamed(options.product);
  const { out, maxzoom = product.maxPrerenderedZoom, threads } = options;
  if (maxzoom > deepestServed) throw new StartError(`--maxzoom ${maxzoom}: tiles end at level ${deepestServed}`);
  const ms = {} as RenderReport['ms'];
  const timed = stopwatch(ms);

  const opening = await timed('read', () => opened(file));
  const content = await timed('decode', () => decoded(opening, product, file));
  const makeTiles = () => tilesOf(content, product, maxzoom);
  const making = timed('values', () => valuesOf(content, product, threads > 1));
  if (threads < 2) await making;
  const [drawn, values] = await Promise.all([timed('tiles', makeTiles), making]);
  await timed('write', () => written(out, { 'tiles.pmtiles': drawn.tiles, 'values.tif': values }));

  const { user, system } = process.cpuUsage();
  return {
    file,
    product: `${product.family}/${product.id}`,
    tiles: drawn.perZoom.reduce((sum, count) => sum + count, 0),
    perZoom: drawn.perZoom,
    bytes: { raw: opening.raw.length, tiles: drawn.tiles.length, values: values.length },
    ms,
    cpuSeconds: (user + system) / 1e6,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  };
}

async function opened(file: string): Promise<OpenRaw> {
  try {
    return await openRaw(file);
  } catch (error) {
    throw new StartError(`${file}: ${messageOf(error)}`, { cause: error });
  }
}

async function decoded({ raw, close }: OpenRaw, product: RasterProduct, file: string): Promise<Field | Picture> {
  try {
    return await readProduct(raw, product, new Date());
  } catch (error) {
    if (error instanceof DataError) throw new StartError(`${file}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    await close();
  }
}

function tilesOf(content: Field | Picture, product: RasterProduct, maxZoom: number): DrawnFrame {
  const options = { name: product.name, maxZoom };
  return 'pixels' in content ? drawPictureFrame(content, options) : drawFrame(content, product, options);
}

function valuesOf(
  content: Field | Picture,
  { reduce, units }: RasterProduct,
  apart: boolean,
): Uint8Array | Promise<Uint8Array> {
  if ('pixels' in content) return encodePicture(content);
  const order = { field: content, reduce, units: units ?? undefined };
  return apart ? encodedApart(order) : encodeCog(content, order);
}

async function encodedApart(order: ValuesOrder): Promise<Uint8Array> {
  const { encodeValuesInThread } = await import('./encode-values.ts');
  return encodeValuesInThread(order);
}

async function written(folder: string, objects: Record<string, Uint8Array>): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await Promise.all(Object.entries(objects).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
  } catch (error) {
    throw new StartError(`--out ${folder}: ${messageOf(error)}`, { cause: error });
  }
}

/** Notes how long each stage took, from its call until its result is there. */
function stopwatch(ms: Record<string, number>) {
  return async <T>(stage: Stage, work: () => T | Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work();
    ms[stage] = Math.round(performance.now() - from);
    return result;
  };
}

/** A report in words. */
export function describeReport({
  file,
  product,
  tiles,
  perZoom,
  bytes,
  ms,
  cpuSeconds,
  peakMemoryBytes,
}: RenderReport): string {
  const megabytes = (count: number) => `${(count / 1e6).toFixed(1)} MB`;
  const lines = [
    `${file} as ${product}`,
    `tiles    ${tiles} (${perZoom.map((count, z) => `z${z} ${count}`).join(', ')})`,
    `bytes    ${megabytes(bytes.raw)} read, tiles ${megabytes(bytes.tiles)}, values ${megabytes(bytes.values)}`,
    `time     ${Object.entries(ms)
      .map(([stage, time]) => `${stage} ${time} ms`)
      .join(', ')}`,
    `process  ${cpuSeconds.toFixed(2)} s of CPU, ${megabytes(peakMemoryBytes)} at most`,
  ];
  return `${lines.join('\n')}\n`;
}
