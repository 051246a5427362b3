import { basename } from 'node:path';
import { formatTime, StartError } from '@severe/base';
import type { FrameName } from '@severe/catalogue';
import { publishFile, type FileResult } from '@severe/raster-worker';
import type { Progress } from '../../progress.ts';
import { withStores } from '../../with-stores.ts';
import { loadFile } from '../decode/load.ts';
import { withHint } from '../with-hint.ts';
import { namerOf, type FrameNamer } from './frame-of.ts';

export interface IngestOptions {
  product: string;
  time?: Date;
  demo?: boolean;
  force?: boolean;
  json?: boolean;
}

/** The result for one file, as printed by `--json`. */
interface IngestResult {
  file: string;
  product: string;
  validTime: string;
  runTime: string | null;
  state: FileResult['state'];
  /** Reason of a failure. */
  reason?: string;
  tiles?: number;
  tilesBytes?: number;
  valuesBytes?: number;
}

/**
 * Publishes files in sequence. All are identified first: nothing is published if one of them is not a file of the product.
 *
 * @param show called with the file that is begun
 * @throws {StartError} for errors of the caller
 */
export async function ingestFiles(
  files: string[],
  { product: name, time, demo = false, force = false }: IngestOptions,
  show: Progress['show'] = () => {},
): Promise<IngestResult[]> {
  const frameOf = namerOf(name, force);
  if (time && files.length > 1) throw new StartError('--time requires a single file');
  show('reading the files');
  const identified = await Promise.all(
    files.map(async (file) => ({ file, frame: await identify(file, frameOf, time) })),
  );

  show('opening the stores');
  return withStores(demo, async (stores) => {
    const results: IngestResult[] = [];
    for (const [i, { file, frame }] of identified.entries()) {
      show(`publishing ${basename(file)}${files.length > 1 ? `, ${i + 1} of ${files.length}` : ''}`);
      const leniency = { anyRecords: force, anyTimes: time !== undefined };
      results.push(resultOf(file, await publishFile(frame, loadFile(file), stores, leniency)));
    }
    return results;
  });
}

/** Whether the frame exists now. */
export function isPublished({ state }: IngestResult): boolean {
  return state === 'done' || state === 'known' || state === 'elsewhere';
}

const words: Record<FileResult['state'], string> = {
  done: 'published',
  known: 'already published, nothing changed',
  elsewhere: 'being rendered by a worker',
  refused: 'refused',
  dead: 'failed permanently',
  postponed: 'not published; a worker will retry',
};

/** A result as one line. */
export function describeResult({
  file,
  product,
  validTime,
  state,
  reason,
  tiles,
  tilesBytes,
  valuesBytes,
}: IngestResult): string {
  const size = `${tiles} tiles, ${(((tilesBytes ?? 0) + (valuesBytes ?? 0)) / 1e6).toFixed(1)} MB`;
  const more = state === 'done' ? ` (${size})` : reason ? `: ${reason}` : '';
  return `${file}: ${product} ${validTime} ${words[state]}${more}\n`;
}

async function identify(file: string, frameOf: FrameNamer, time: Date | undefined): Promise<FrameName> {
  try {
    return await frameOf(loadFile(file), time);
  } catch (error) {
    throw new StartError(`${file}: ${withHint(error)}`, { cause: error });
  }
}

function resultOf(file: string, result: FileResult): IngestResult {
  const { family, product, validAt, runAt } = result.frame;
  return {
    file,
    product: `${family}/${product}`,
    validTime: formatTime(validAt),
    runTime: runAt && formatTime(runAt),
    state: result.state,
    ...('reason' in result ? { reason: result.reason } : {}),
    ...('made' in result ? sizesOf(result.made[0].report) : {}),
  };
}

const sizesOf = ({
  tiles,
  tilesBytes,
  valuesBytes,
}: Required<Pick<IngestResult, 'tiles' | 'tilesBytes' | 'valuesBytes'>>) => ({
  tiles,
  tilesBytes,
  valuesBytes,
});
