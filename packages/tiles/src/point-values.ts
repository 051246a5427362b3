import { minuteMs, type CacheBudget } from '@severe/async';
import { formatStamp, RequestError, type Clock, type Log } from '@severe/base';
import { models, type RasterProduct } from '@severe/catalogue';
import type { Database } from '@severe/db';
import { areaHolds, boxAround, distanceM, uncrossed, type Area, type Bounds, type Point } from '@severe/geo';
import type { Platform } from '@severe/platform';
import type { Reading, ValueGrid } from '@severe/raster/values';
import { defaultRun } from './choose-frame.ts';
import { followFrames } from './follow-frames.ts';
import { createForecasts, type Forecasts } from './forecast/forecasts.ts';
import type { PointForecast } from './forecast/point-forecast.ts';
import { FrameIndex, type ListedFrame } from './frame-index.ts';
import { isWithin, sampleOf } from './sample.ts';
import { tileProductOf } from './tile-products.ts';
import { ValueFiles } from './value-files.ts';
import { ValueReads } from './value-reads.ts';

/** The strongest value of an area, and where it is. */
export interface Strongest {
  value: number;
  at: Point;
}

/** Values of a radar product at and around a place. */
export interface RadarAround {
  at: Date;
  /** Null below the threshold and without data. */
  here: number | null;
  /** Within the radius; null below the threshold. */
  strongest: Strongest | null;
  /** Values at the place in the last half hour, oldest first. */
  recent: { at: Date; value: number | null }[];
}

/** The next hour at a place, extrapolated from the radar. */
interface RainAhead {
  /** Time of the radar image from which it begins. */
  from: Date;
  /** At the place in that image; null below the threshold and without data. */
  hereDbz: number | null;
  /** Chances of an echo of 20 dBZ in percent, the nearest first; what is not known is left out. */
  steps: { at: Date; chance: number }[];
}

/** Values of rasters at places, for callers in this process. `/radar/point` and `/models/hrrr/point` give the same. */
export interface PointValues {
  /**
   * The HRRR forecast at a place; undefined outside the grid.
   *
   * @throws {UpstreamError} values are temporarily unavailable
   */
  forecast(query: Omit<Parameters<Forecasts>[0], 'model'>): Promise<PointForecast | undefined>;
  /**
   * The newest values of a radar product at and around a place; undefined outside its bounds, null without a frame.
   *
   * @throws {UpstreamError} values are temporarily unavailable
   */
  radarAround(product: string, place: Point, radiusM: number): Promise<RadarAround | null | undefined>;
  /**
   * The chances of rain at a place over the next hour; null outside the mosaic, and without a run that may be shown.
   *
   * @throws {UpstreamError} values are temporarily unavailable
   */
  nextHour(place: Point): Promise<RainAhead | null>;
  /**
   * The largest value of the newest frame of a radar product inside an area; null without a frame or a value.
   *
   * @throws {UpstreamError} values are temporarily unavailable
   */
  radarInside(product: string, area: Area): Promise<(Strongest & { time: Date }) | null>;
}

/** Dependencies of the values: the frames and caches of a tile server. */
interface PointSources {
  index: FrameIndex;
  values: ValueFiles;
  reads: ValueReads;
  forecasts: Forecasts;
  clock: Clock;
}

const composite = 'composite-reflectivity';
const chanceOfRain = 'probability-20dbz';

/** Minutes before the newest frame: with it, they show how an echo has changed in half an hour. */
const recentMinutes = [30, 20, 10];
/** A frame this far from a wanted time does not stand for it. */
const toleranceMs = 4 * minuteMs;
/** Largest number of cells that a search looks at; a larger area is searched with wider steps. */
const mostCells = 40_000;

/** Values of the frames of a tile server. */
export function pointValuesOf({ index, values, reads, forecasts, clock }: PointSources): PointValues {
  const framesOf = (product: string): readonly ListedFrame[] => index.runs('radar', product)[0]?.frames ?? [];

  return {
    async forecast(query) {
      try {
        return await forecasts({ ...query, model: models.hrrr });
      } catch (error) {
        if (error instanceof RequestError && error.status === 404) return undefined;
        throw error;
      }
    },

    async radarAround(id, place, radiusM) {
      const { product } = tileProductOf('radar', id);
      if (!isWithin(product, place.lon, place.lat)) return undefined;
      const frames = framesOf(id);
      const newest = frames.at(-1);
      if (!newest) return null;
      const { grid } = await values.open(newest);
      const valueIn = async (frame: ListedFrame) =>
        sampleOf(product, await reads.at(frame, place.lon, place.lat)).value;
      const earlier = recentMinutes.flatMap((minutes) => nearestFrame(frames, newest, minutes) ?? []);
      const past = await Promise.all(
        earlier.map(async (frame) => ({ at: frame.validAt, value: await valueIn(frame) })),
      );
      const here = sampleOf(product, grid.at(place.lon, place.lat)).value;
      return {
        at: newest.validAt,
        here,
        strongest: strongestIn(
          grid,
          product,
          uncrossed(boxAround(place, radiusM)),
          (at) => distanceM(place, at) <= radiusM,
        ),
        recent: [...past, { at: newest.validAt, value: here }],
      };
    },

    async nextHour({ lon, lat }) {
      const { product } = tileProductOf('nowcast', chanceOfRain);
      const run = isWithin(product, lon, lat) ? defaultRun(index, product, clock()) : undefined;
      if (!run?.runAt) return null;
      const from = run.runAt;
      const image = framesOf(composite).findLast(({ validAt }) => formatStamp(validAt) === run.stamp);
      const valueOf = (frame: ListedFrame) => reads.at(frame, lon, lat);
      const chances = await Promise.all(run.frames.map(valueOf));
      const here = image && sampleOf(tileProductOf('radar', composite).product, await valueOf(image)).value;
      return {
        from,
        hereDbz: here ?? null,
        steps: run.frames.flatMap(({ validAt: at }, i) => {
          const reading = chances[i];
          return reading.status === 'ok' ? [{ at, chance: reading.value }] : [];
        }),
      };
    },

    async radarInside(id, area) {
      const { product } = tileProductOf('radar', id);
      const newest = framesOf(id).at(-1);
      if (!newest) return null;
      const { grid } = await values.open(newest);
      const found = strongestIn(grid, product, boxesOf(area), ({ lon, lat }) => areaHolds(area, [lon, lat]));
      return found && { ...found, time: newest.validAt };
    },
  };
}

/** The frame nearest to some minutes before the newest one. */
function nearestFrame(frames: readonly ListedFrame[], newest: ListedFrame, minutes: number): ListedFrame | undefined {
  const wanted = newest.validAt.getTime() - minutes * minuteMs;
  const off = ({ validAt }: ListedFrame) => Math.abs(validAt.getTime() - wanted);
  let best: ListedFrame | undefined;
  for (const frame of frames) if (off(frame) <= toleranceMs && (!best || off(frame) < off(best))) best = frame;
  return best;
}

/** The largest value in some boxes, of the places that `holds` accepts. The places are as far apart as cells of the grid. */
function strongestIn(
  grid: ValueGrid,
  product: RasterProduct,
  boxes: Bounds[],
  holds: (at: Point) => boolean,
): Strongest | null {
  const { stepLat, stepLon } = stepsOf(grid, boxes);
  let best: { reading: Reading; at: Point } | undefined;
  for (const [west, south, east, north] of boxes) {
    for (let lat = south + stepLat / 2; lat < north; lat += stepLat) {
      for (let lon = west + stepLon / 2; lon < east; lon += stepLon) {
        const reading = grid.at(lon, lat);
        const isStronger = reading.status === 'ok' && reading.value > (best?.reading.value ?? -Infinity);
        if (isStronger && holds({ lat, lon })) best = { reading, at: { lat, lon } };
      }
    }
  }
  const value = best ? sampleOf(product, best.reading).value : null; // null below the threshold
  return best && value !== null ? { value, at: best.at } : null;
}

/** Steps of the grid in degrees, or wider ones if the boxes have too many cells. */
function stepsOf({ geometry }: ValueGrid, boxes: Bounds[]): { stepLat: number; stepLon: number } {
  const fine = geometry.kind === 'latlon' ? geometry : { stepLat: 0.01, stepLon: 0.01 };
  const area = boxes.reduce((sum, [west, south, east, north]) => sum + (east - west) * (north - south), 0);
  const widening = Math.max(1, Math.sqrt(area / (fine.stepLon * fine.stepLat) / mostCells));
  return { stepLat: fine.stepLat * widening, stepLon: fine.stepLon * widening };
}

/** A box around each part of an area: an area across the antimeridian has parts on both sides. */
function boxesOf(area: Area): Bounds[] {
  const parts = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return parts.map(([shell]) => {
    const [lons, lats] = [shell.map(([lon]) => lon), shell.map(([, lat]) => lat)];
    return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
  });
}

/** Dependencies of values in a process without a tile server. */
export interface PointValuesOptions {
  /** Memory of all caches of the process. */
  budget: CacheBudget;
  db: Pick<Database, 'frames' | 'frameChanges'>;
  platform: Pick<Platform, 'objects' | 'pubsub'>;
  clock: Clock;
  log: Log;
}

/**
 * Opens point values for a process without a tile server: it reads the same frames from the same object store.
 *
 * @throws {UpstreamError} the frames cannot be read
 */
export async function openPointValues(
  options: PointValuesOptions,
): Promise<{ points: PointValues; close: () => Promise<void> }> {
  const { budget, db, platform, clock, log } = options;
  const index = new FrameIndex();
  const values = new ValueFiles(platform.objects, budget);
  const reads = new ValueReads(platform.objects, values, budget);
  const onRemoved = (frame: ListedFrame) => values.forget(frame);
  const follower = await followFrames({ index, db, pubsub: platform.pubsub, log, onRemoved });
  const points = pointValuesOf({ index, values, reads, forecasts: createForecasts(index, reads, clock), clock });
  return { points, close: () => follower.close() };
}
