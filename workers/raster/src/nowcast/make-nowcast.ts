import { minuteMs } from '@severe/async';
import { DataError } from '@severe/base';
import { nowcast, nowcastProducts, type FrameName, type RasterProduct } from '@severe/catalogue';
import {
  chancesAfter,
  estimateMotion,
  mostCompared,
  originsAfter,
  releaseEcho,
  releaseOrigins,
  unknownChance,
  type Origins,
} from '@severe/nowcast';
import type { Objects } from '@severe/platform';
import { CogSeries, encodeCog, type Field } from '@severe/raster';
import { coarsened } from '@severe/raster/values';
import type { RenderJob } from '../job.ts';
import { cellSizeKm, echoOf, extrapolated, isObserved, isOnGridOf, type NowcastGrid } from './fields.ts';
import type { NowcastInputs } from './inputs.ts';
import { mostMoved, readField, readFields } from './read-field.ts';

/** A frame of a run as its value file. */
interface NowcastFrame {
  frame: FrameName;
  values: Uint8Array;
}

/** What all products of a run share. */
interface Run {
  runAt: Date;
  grid: NowcastGrid;
  /** Where the echoes of each lead time come from. */
  origins: Origins[];
}

/**
 * Makes the frames of a run from the value files of earlier frames, one after the other. Nothing is made of a frame in which
 * nothing was observed.
 *
 * @throws {DataError} if a value file is missing or on another grid, or the newest frame has no observed cell
 * @throws {UpstreamError} if the store is unavailable
 */
export async function* makeNowcast(
  { product, runAt }: Pick<RenderJob, 'product' | 'runAt'>,
  { past, moved }: NowcastInputs,
  objects: Objects,
): AsyncGenerator<NowcastFrame> {
  if (!runAt) throw new DataError('no-run', `${product} is of no run`);
  const [newest, compared] = await readFields(past[0].valuesKey, objects, [mostMoved, mostCompared]);
  const echoes = [];
  for (const [i, { at, valuesKey }] of past.entries()) {
    const field = i === 0 ? compared : await fieldOf(valuesKey, objects, compared, mostCompared);
    const minutes = (Date.parse(at) - Date.parse(past[0].at)) / minuteMs;
    echoes.push(echoOf(field, { coarsening: 1, scale: 'decibel', minutes }));
  }
  if (!isObserved(echoes[0])) throw new DataError('all-missing', `no cell of ${past[0].valuesKey} was observed`);
  const [cellKm, comparedKm] = [newest, compared].map(({ geometry }) => cellSizeKm(geometry));
  const grid = { cellKm, coarsening: Math.round(comparedKm / cellKm) };
  const motion = estimateMotion(echoes, comparedKm);
  for (const echo of echoes) releaseEcho(echo);
  const run = { runAt, grid, origins: originsAfter(motion, nowcast.leads) };
  for (const { product: mosaic, valuesKey } of moved) {
    const field = valuesKey === past[0].valuesKey ? newest : await fieldOf(valuesKey, objects, newest, mostMoved);
    const made = nowcastProducts.filter(({ source }) => source.feed === 'nowcast' && source.base === mosaic);
    yield* movedFrames(
      field,
      made.filter((each) => levelOf(each) === undefined),
      run,
    );
    yield* chanceFrames(
      field,
      made.filter((each) => levelOf(each) !== undefined),
      run,
    );
  }
  releaseOrigins(run.origins);
}

/** The value whose probability a product is. */
const levelOf = ({ source }: RasterProduct): number | undefined =>
  source.feed === 'nowcast' ? source.atLeast : undefined;

/** The mosaic itself, moved without the scales that cannot be predicted. */
function* movedFrames(
  mosaic: Field,
  products: readonly RasterProduct[],
  { runAt, grid, origins }: Run,
): Generator<NowcastFrame> {
  for (const product of products) {
    const series = new CogSeries();
    let i = 0;
    for (const field of extrapolated(mosaic, origins, grid))
      yield frameOf(field, { product, series }, runAt, nowcast.leads[i++]);
  }
}

/** The chances around where the echoes come from. */
function* chanceFrames(
  mosaic: Field,
  products: readonly RasterProduct[],
  { runAt, grid, origins }: Run,
): Generator<NowcastFrame> {
  if (products.length === 0) return;
  const { packed, absent } = mosaic;
  if (!(packed instanceof Uint16Array)) throw new DataError('other-codes', 'the mosaic has codes of more than 16 bits');
  const codes = {
    ...mosaic,
    packed,
    absent: absent.map(({ code }) => code),
    unknown: absent.filter(({ means }) => means === 'missing').map(({ code }) => code),
  };
  const levels = products.map((product) => codeOf(levelOf(product)!, mosaic));
  const files = products.map((product) => ({ product, series: new CogSeries() }));
  const like = {
    geometry: coarsened(mosaic.geometry, grid.coarsening),
    absent: [{ code: unknownChance, means: 'missing' as const }],
    scale: 1,
    offset: 0,
  };
  let i = 0;
  const leads = nowcast.leads.map((minutes, at) => ({ minutes, origins: origins[at] }));
  for (const chances of chancesAfter(codes, levels, grid, leads)) {
    for (const [at, chance] of chances.entries())
      yield frameOf({ ...chance, ...like }, files[at], runAt, nowcast.leads[i]);
    i++;
  }
}

/** A product, and its files of a run. */
interface Files {
  product: RasterProduct;
  series: CogSeries;
}

function frameOf(field: Field, { product, series }: Files, runAt: Date, lead: number): NowcastFrame {
  const { id, reduce, units } = product;
  const validAt = new Date(runAt.getTime() + lead * minuteMs);
  const values = encodeCog(field, { reduce, units: units ?? undefined, series });
  return { frame: { family: 'nowcast', product: id, runAt, validAt }, values };
}

/** @param like the field on whose grid it must be */
async function fieldOf(key: string, objects: Objects, like: Field, mostCells: number): Promise<Field> {
  const field = await readField(key, objects, mostCells);
  if (isOnGridOf(field, like)) return field;
  const [found, needed] = [field, like].map(({ width, height }) => `${width} × ${height} cells`);
  throw new DataError('other-grid', `${key} has ${found} on its grid, the newest frame ${needed} on another`);
}

/** The first code that stands for a value or more. */
function codeOf(value: number, { scale, offset }: Field): number {
  return Math.ceil((value - offset) / scale - 1e-6);
}
