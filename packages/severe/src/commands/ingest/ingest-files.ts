import { formatTime, messageOf, StartError } from '@severe/base';
import type { FrameName } from '@severe/catalogue';
import { publishFile, type FileResult } from '@severe/raster-worker';
import { withStores } from '../../with-stores.ts';
import { loadFile } from '../decode/load.ts';
import { namerOf, type FrameNamer } from './frame-of.ts';

export interface IngestOptions {
  product: string;
  time?: Date;
  demo?: boolean;
  json?: boolean;
}

/** What came of one file; what `--json` prints. */
export interface IngestResult {
  file: string;
  product: string;
  validTime: string;
  runTime: string | null;
  state: FileResult['state'];
  /** Why it is no frame. */
  reason?: string;
  tiles?: number;
  tilesBytes?: number;
  valuesBytes?: number;
}

/**
 * Publishes files one after the other. All are read and identified first: nothing is published when one of them is no
 * file of the product.
 *
 * @throws {StartError} for whatever the caller can mend
 */
export async function ingestFiles(
  files: string[],
  { product: name, time, demo = false }: IngestOptions,
): Promise<IngestResult[]> {
  const frameOf = namerOf(name);
  if (time && files.length > 1) throw new StartError('--time names one frame; give one file with it');
  const identified = await Promise.all(
    files.map(async (file) => ({ file, frame: await identify(file, frameOf, time) })),
  );

  return withStores(demo, async (stores) => {
    const results: IngestResult[] = [];
    for (const { file, frame } of identified) {
      results.push(resultOf(file, await publishFile(frame, loadFile(file), stores)));
    }
    return results;
  });
}

/** Whether there is a frame now, whoever made it. */
export function isPublished({ state }: IngestResult): boolean {
  return state === 'done' || state === 'known' || state === 'elsewhere';
}

const words: Record<FileResult['state'], string> = {
  done: 'published',
  known: 'known already, nothing changed',
  elsewhere: 'taken by a worker that runs',
  refused: 'refused',
  dead: 'given up',
  postponed: 'not published now, a worker will try again',
};

/** A result in a line. */
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
    throw new StartError(`${file}: ${messageOf(error)}`, { cause: error });
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
    ...('report' in result ? sizesOf(result.report) : {}),
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
