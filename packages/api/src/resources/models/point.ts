import { RequestError } from '@severe/base';
import { hrrrModel } from '@severe/catalogue';
import type { Frame } from '@severe/db';
import { contains } from '@severe/geo';
import { isComplete } from './expected.ts';
import type { PointValues } from './point-values.ts';
import { chooseRun, hoursFrom, type ModelRun } from './runs.ts';
import { elevationProduct, pointVariables } from './variables.ts';

/** A point forecast before it is presented. */
export interface PointForecast {
  elevationM: number | null;
  /** Undefined when no run covers the present hour: at the first start, or after a long outage. */
  run: ModelRun | undefined;
  times: Date[];
  /** By key of the answer, aligned to `times`. */
  variables: Record<string, (number | null)[]>;
  /** Whether the run holds all that it will ever hold of what was asked for. */
  complete: boolean;
}

interface Request {
  lat: number;
  lon: number;
  /** How many hours, from the one that contains `now`. */
  hours: number;
  now: Date;
}

const products = pointVariables.map(({ product }) => product);

/**
 * The forecast of the HRRR at a point: the values of the nearest cell, all variables from one run.
 *
 * @param runs newest first
 * @throws {RequestError} 404 outside the grid
 */
export async function pointForecast(
  { lat, lon, hours, now }: Request,
  runs: readonly ModelRun[],
  values: PointValues,
): Promise<PointForecast> {
  if (!contains([...hrrrModel.bounds], lon, lat)) throw outsideGrid();
  const wanted = hoursFrom(now, hours);
  const run = chooseRun(runs, products, wanted);
  const times = run ? timesHeld(run, wanted) : [];

  const valueOf = (frame: Frame | undefined, decimals: number) => rounded(frame, decimals, lon, lat, values);
  const elevationM = await valueOf(elevationOf(runs), 0); // alone first: a point outside ends here, after one read
  const columns = pointVariables.map(async ({ key, product, decimals }) => {
    const frames = run?.frames.get(product);
    const column = await Promise.all(times.map((time) => valueOf(frames?.get(time), decimals)));
    return [key, column] as const;
  });
  return {
    elevationM,
    run,
    times: times.map((time) => new Date(time)),
    variables: Object.fromEntries(await Promise.all(columns)),
    complete: run !== undefined && isComplete(run, products, wanted),
  };
}

/** The hours as far as the run reaches; one that is missing in between stays, with nulls. */
function timesHeld(run: ModelRun, times: number[]): number[] {
  const last = times.findLastIndex((time) => products.some((product) => run.frames.get(product)?.has(time)));
  return times.slice(0, last + 1);
}

/** The ground does not change, so any run will do. */
function elevationOf(runs: readonly ModelRun[]): Frame | undefined {
  for (const run of runs) {
    const [frame] = run.frames.get(elevationProduct)?.values() ?? [];
    if (frame) return frame;
  }
  return undefined;
}

async function rounded(
  frame: Frame | undefined,
  decimals: number,
  lon: number,
  lat: number,
  values: PointValues,
): Promise<number | null> {
  if (!frame) return null;
  const { status, value } = await values.at(frame, lon, lat);
  if (status === 'outside') throw outsideGrid();
  return value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals + 0; // no -0
}

function outsideGrid(): RequestError {
  return new RequestError(404, 'Point is outside the HRRR grid');
}
