import { chances } from '@severe/assessment';
import { minuteMs } from '@severe/async';
import { DataError } from '@severe/base';
import type { ExpectedEcho, ExpectingWebhook } from '@severe/db';
import type { Objects } from '@severe/platform';
import type { Field } from '@severe/raster';
import type { ArrivalReport, ArrivalTask } from './arrival-task.ts';
import { cellsOf, type Fence, type FenceGrid } from './fence-cells.ts';
import { valueTable } from './fields.ts';
import { readField } from './read-field.ts';

/**
 * Finds the echoes that are expected in the geofences of webhooks, and are not there yet.
 *
 * @throws {DataError} if a value file is missing or on another kind of grid
 * @throws {UpstreamError} if the store is unavailable
 */
export async function findArrivals(task: ArrivalTask, objects: Objects): Promise<ArrivalReport> {
  const expected: ExpectedEcho[] = [];
  for (const dbz of new Set(task.webhooks.map(({ minDbz }) => minDbz))) {
    const webhooks = task.webhooks.filter(({ minDbz }) => minDbz === dbz);
    expected.push(...(await expectedAt(dbz, webhooks, task, objects)));
  }
  return expected.length > 0 ? notThereYet(expected, task, objects) : [];
}

/** The echoes of which there is none in the geofence now. */
async function notThereYet(
  expected: readonly ExpectedEcho[],
  { valuesKey, webhooks }: ArrivalTask,
  objects: Objects,
): Promise<ExpectedEcho[]> {
  const { field, grid } = await read(valuesKey, objects);
  const valueOf = valueTable(field);
  return expected.filter(({ webhookId, minDbz }) => {
    const { fence } = webhooks.find(({ id }) => id === webhookId)!;
    return cellsOf(JSON.parse(fence) as Fence, grid).every((cell) => !(valueOf(field.packed[cell]) >= minDbz));
  });
}

/** What the chances of the lead times say of one geofence. */
interface Watch extends ExpectingWebhook {
  cells: number[];
  chance: number;
  /** The first lead time with each chance. */
  first: Partial<Record<keyof typeof chances, Date>>;
  place: { lat: number; lon: number } | undefined;
}

async function expectedAt(
  dbz: number,
  webhooks: readonly ExpectingWebhook[],
  { runAt, chances: files }: ArrivalTask,
  objects: Objects,
): Promise<ExpectedEcho[]> {
  let watches: Watch[] | undefined;
  for (const { validAt, valuesKey } of files.filter((file) => file.dbz === dbz)) {
    const { field, grid } = await read(valuesKey, objects);
    watches ??= webhooks.map((webhook) => ({
      ...webhook,
      cells: cellsOf(JSON.parse(webhook.fence) as Fence, grid),
      chance: 0,
      first: {},
      place: undefined,
    }));
    const valueOf = valueTable(field);
    for (const watch of watches) note(watch, validAt, field, grid, valueOf);
  }
  return (watches ?? []).flatMap(({ id, minDbz, withinMinutes, first, chance, place }): ExpectedEcho[] => {
    const { possible, likely, sure } = first;
    if (!likely || !place || likely.getTime() - runAt.getTime() > withinMinutes * minuteMs) return [];
    const times = { radarAt: runAt, arrivesAt: likely, earliestAt: possible!, latestAt: sure ?? null };
    return [{ webhookId: id, minDbz, ...times, chance, ...place }];
  });
}

/** Notes the greatest chance in a geofence at a lead time. */
function note(
  watch: Watch,
  validAt: Date,
  { packed }: Field,
  { width, geometry }: FenceGrid,
  valueOf: (code: number) => number,
): void {
  let [most, where] = [-Infinity, -1];
  for (const cell of watch.cells) {
    const value = valueOf(packed[cell]);
    if (value > most) [most, where] = [value, cell];
  }
  watch.chance = Math.max(watch.chance, most);
  for (const [name, least] of Object.entries(chances) as [keyof typeof chances, number][])
    if (most >= least) watch.first[name] ??= validAt;
  if (most < chances.likely || watch.place) return;
  const [column, row] = [where % width, Math.floor(where / width)];
  const rounded = (degrees: number): number => Math.round(degrees * 100) / 100;
  watch.place = {
    lat: rounded(geometry.north - row * geometry.stepLat),
    lon: rounded(geometry.west + column * geometry.stepLon),
  };
}

async function read(key: string, objects: Objects): Promise<{ field: Field; grid: FenceGrid }> {
  const field = await readField(key, objects);
  const { width, height, geometry } = field;
  if (geometry.kind !== 'latlon') throw new DataError('other-grid', `${key} is not in longitude and latitude`);
  return { field, grid: { width, height, geometry } };
}
