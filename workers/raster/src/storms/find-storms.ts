import { DataError } from '@severe/base';
import type { NewStormCell } from '@severe/db';
import type { Area } from '@severe/geo';
import { onEarth } from '@severe/geo/on-earth';
import type { Objects } from '@severe/platform';
import { openValues, type Field } from '@severe/raster/values';
import {
  countFlashes,
  flashJump,
  identifyCells,
  motionOf,
  ratesKeptMs,
  track,
  type EchoGrid,
  type FlashRates,
  type StormFlash,
} from '@severe/storms';
import { readAttributes } from './read-attributes.ts';
import type { StormReport, StormTask } from './storm-task.ts';

/** The overview that is searched: cells of 2 × 2, the strongest of four. A core has many cells, and a quarter suffices. */
const searchedLevel = 1;

/**
 * Finds the storm cells of a frame, continues their tracks, and reads what other products and the lightning mapper say
 * of them.
 *
 * @throws {DataError} if the value file is missing or not of a mosaic
 * @throws {UpstreamError} if the store is unavailable
 */
export async function findStorms(task: StormTask, objects: Objects): Promise<StormReport> {
  const { frameAt, state } = task;
  const grid = echoOf(await readValues(task.valuesKey, objects));
  const found = identifyCells(grid);
  const after = track(state?.tracker, frameAt.getTime(), found);
  const attributes = await readAttributes(task.attributes, found, grid, objects);
  const counts = task.flashes && countFlashes(found, parseFlashes(task.flashes.text), task.flashes.end.getTime());

  const flashRates: Record<string, FlashRates> = {};
  const cells = after.tracked.map(({ cell, track: one }, i): NewStormCell => {
    const rates = (state?.flashRates[one.id] ?? []).filter(([at]) => at > frameAt.getTime() - ratesKeptMs);
    if (counts) rates.push([frameAt.getTime(), counts[i].perMinute]);
    flashRates[one.id] = rates;
    const { towardDeg = null, speedMps = null, spreadDeg = null, spreadMps = null } = motionOf(one) ?? {};
    return {
      cell: one.id,
      firstSeenAt: new Date(one.firstSeenAt),
      lat: cell.lat,
      lon: cell.lon,
      outline: onEarth(cell.outline) as Area,
      areaKm2: cell.areaKm2,
      towardDeg,
      speedMps,
      spreadDeg,
      spreadMps,
      maxDbz: cell.maxDbz,
      ...attributes[i],
      flashes5min: counts ? counts[i].fiveMinutes : null,
      flashRate: counts ? counts[i].perMinute : null,
      flashJump: counts ? flashJump(rates) : null,
    };
  });
  return { state: { tracker: after.state, flashRates }, cells };
}

async function readValues(key: string, objects: Objects): Promise<Field> {
  const bytes = await objects.get(key);
  if (!bytes) throw new DataError('values-missing', `${key} is not in the object store`);
  return openValues(bytes, { level: searchedLevel }).field();
}

function echoOf({ geometry, ...field }: Field): EchoGrid {
  if (geometry.kind === 'latlon') return { ...field, geometry };
  throw new DataError('values-grid', `storm cells need latitudes and longitudes, the grid is ${geometry.kind}`);
}

/** Reads `lon,lat,ms;…`. */
function parseFlashes(text: string): StormFlash[] {
  if (text === '') return [];
  return text.split(';').map((flash) => {
    const [lon, lat, at] = flash.split(',').map(Number);
    return { lat, lon, at };
  });
}
