import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError, messageOf, StartError } from '@severe/base';
import { maxZoom as maxServedZoom, type RasterProduct } from '@severe/catalogue';
import {
  drawFrame,
  drawColourImageFrame,
  encodeCog,
  encodeColourImage,
  type DrawnFrame,
  type Field,
  type ColourImage,
} from '@severe/raster';
import { readProduct } from '@severe/raster-worker/read';
import type { Progress } from '../../progress.ts';
import { productNamed } from '../product-named.ts';
import { withHint } from '../with-hint.ts';
import type { ValuesTask } from './encode-values.ts';
import { openRaw, type OpenRaw } from './open-raw.ts';

export interface RenderOptions {
  product: string;
  out: string;
  maxzoom?: number;
  threads: number;
  force?: boolean;
  json?: boolean;
}

/** The output of `--json`. Times are wall-clock milliseconds; CPU time and memory are those of the whole process. */
interface RenderReport {
  file: string;
  product: string;
  tiles: number;
  /** Number of non-empty tiles, by zoom. */
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
 * @param show called with each stage when it begins, and with the number of tiles
 * @throws {StartError} for errors of the caller, unreadable files included
 */
export async function renderFile(
  file: string,
  options: RenderOptions,
  show: Progress['show'] = () => {},
): Promise<RenderReport> {
  const product = productNamed(options.product);
  const { out, maxzoom = product.maxPrerenderedZoom, threads } = options;
  if (maxzoom > maxServedZoom) throw new StartError(`--maxzoom ${maxzoom}: the maximum is ${maxServedZoom}`);
  const ms = {} as RenderReport['ms'];
  const timed = stopwatch(ms, show);

  const opening = await timed('read', () => opened(file));
  const content = await timed('decode', () => decoded(opening, product, file, options.force));
  const makeTiles = () => tilesOf(content, product, maxzoom, (done, of) => show(stageNames.tiles, done, of));
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

async function decoded(
  { raw, close }: OpenRaw,
  product: RasterProduct,
  file: string,
  force?: boolean,
): Promise<Field | ColourImage> {
  try {
    return await readProduct(raw, product, { anyRecords: force });
  } catch (error) {
    if (error instanceof DataError) throw new StartError(`${file}: ${withHint(error)}`, { cause: error });
    throw error;
  } finally {
    await close();
  }
}

function tilesOf(
  content: Field | ColourImage,
  product: RasterProduct,
  maxZoom: number,
  onProgress: (done: number, of: number) => void,
): DrawnFrame {
  const options = { name: product.name, maxZoom, onProgress };
  return 'pixels' in content ? drawColourImageFrame(content, options) : drawFrame(content, product, options);
}

function valuesOf(
  content: Field | ColourImage,
  { reduce, units }: RasterProduct,
  inThread: boolean,
): Uint8Array | Promise<Uint8Array> {
  if ('pixels' in content) return encodeColourImage(content);
  const task = { field: content, reduce, units: units ?? undefined };
  return inThread ? encodeInThread(task) : encodeCog(content, task);
}

async function encodeInThread(task: ValuesTask): Promise<Uint8Array> {
  const { encodeValuesInThread } = await import('./encode-values.ts');
  return encodeValuesInThread(task);
}

async function written(folder: string, objects: Record<string, Uint8Array>): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await Promise.all(Object.entries(objects).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
  } catch (error) {
    throw new StartError(`--out ${folder}: ${messageOf(error)}`, { cause: error });
  }
}

const stageNames: Record<Stage, string> = {
  read: 'reading the file',
  decode: 'decoding',
  tiles: 'drawing tiles',
  values: 'packing values',
  write: 'writing',
};

/** Records the duration of each stage, from its call to its result. */
function stopwatch(ms: Record<string, number>, show: Progress['show']) {
  return async <T>(stage: Stage, work: () => T | Promise<T>): Promise<T> => {
    const from = performance.now();
    show(stageNames[stage]);
    const result = await work();
    ms[stage] = Math.round(performance.now() - from);
    return result;
  };
}

/** A report as text. */
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
