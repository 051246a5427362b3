import { RequestError } from '@severe/base';
import { chooseRun, hoursFrom, type Model } from '@severe/catalogue';
import { contains } from '@severe/geo';
import type { ListedFrame } from '../frame-index.ts';
import type { ValueReads } from '../value-reads.ts';
import { isComplete } from './is-complete.ts';
import type { FrameRun } from './runs.ts';
import { elevationProduct, pointVariables } from './variables.ts';

/** A point forecast before it is presented. */
export interface PointForecast {
  elevationM: number | null;
  /** Undefined when no run covers the present hour with all of its fields: at the first start, or after a long outage. */
  run: FrameRun | undefined;
  times: Date[];
  /** Columns by key of the response, aligned to `times`. */
  variables: Record<string, (number | null)[]>;
  /** Whether the run holds every requested frame that it can hold. */
  complete: boolean;
}

/** Reads the value of the cell nearest to a point. */
type ReadValue = ValueReads['at'];

interface ForecastQuery {
  model: Model;
  lat: number;
  lon: number;
  /** Number of hours, starting with the hour that contains `now`. */
  hours: number;
  now: Date;
}

const products = pointVariables.map(({ product }) => product);

/**
 * The forecast of a model at a point: the values of the nearest cell, all variables from one run.
 *
 * @param runs newest first
 * @throws {RequestError} 404 outside the grid
 */
export async function pointForecast(
  { model, lat, lon, hours, now }: ForecastQuery,
  runs: readonly FrameRun[],
  readValue: ReadValue,
): Promise<PointForecast> {
  if (!contains(model.bounds, lon, lat)) throw outsideGrid(model);
  const requested = hoursFrom(now, hours);
  const chosen = chooseRun(runs, products, hoursFrom(now, horizonOf(model, hours)));
  const times = chosen ? timesOf(model, chosen, requested) : [];
  const run = times.length > 0 ? chosen : undefined;

  const valueOf = async (frame: ListedFrame | undefined, decimals: number): Promise<number | null> => {
    if (!frame) return null;
    const { status, value } = await readValue(frame, lon, lat);
    if (status === 'outside') throw outsideGrid(model);
    return value === null ? null : rounded(value, decimals);
  };
  const elevationM = await valueOf(elevationFrame(runs), 0); // first and alone: outside the grid this is the only read
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
    complete: run !== undefined && isComplete(model, run, products, requested),
  };
}

/**
 * The hours by which the run is chosen: all short requests get the same run, the newest that is complete. A longer one gets
 * the run that reaches furthest, since most runs end after 18 hours.
 */
function horizonOf({ shortRunHours, maxHours }: Model, hours: number): number {
  return hours <= shortRunHours ? shortRunHours : maxHours;
}

/** At most this many hours of a run arrive at the same time: its last ones. */
const arrivingHours = 3;

/**
 * The requested hours up to the last one that the run holds. Of its last hours, those from the first that lacks a field are
 * still arriving and left out: their values would change within seconds. An earlier hour that lacks a field stays, with
 * nulls. If the present hour is arriving, as at the first start, all hours that are there are served, with nulls.
 */
function timesOf(model: Model, run: FrameRun, requested: readonly number[]): number[] {
  const ahead = hoursFrom(new Date(requested[0]), model.maxHours);
  const held = products.filter((product) => run.frames.has(product));
  const holds = (time: number) => held.some((product) => run.frames.get(product)?.has(time));
  const last = ahead.findLastIndex(holds);
  const expected = last < arrivingHours ? products : held; // what no hour of a longer run has will not arrive
  const isArriving = (time: number) => holds(time) && !isComplete(model, run, expected, [time]);
  const arriving = ahead.findIndex((time, i) => i > last - arrivingHours && isArriving(time));
  return requested.slice(0, arriving > 0 ? arriving : last + 1);
}

/** Terrain height does not change, so the frame of any run will do. */
function elevationFrame(runs: readonly FrameRun[]): ListedFrame | undefined {
  for (const run of runs) {
    const [frame] = run.frames.get(elevationProduct)?.values() ?? [];
    if (frame) return frame;
  }
  return undefined;
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0; // + 0 turns -0 into 0
}

function outsideGrid({ name }: Model): RequestError {
  return new RequestError(404, `Point is outside the ${name} grid`);
}
