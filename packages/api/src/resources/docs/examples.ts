import { formatStamp, formatTime, messageOf } from '@severe/base';
import { modelIds, type ModelId } from '@severe/catalogue';
import type { AlertRow, Frame } from '@severe/db';
import type { ApiContext } from '../../context.ts';
import { presentCursor } from '../alerts/cursor.ts';

type Context = Pick<ApiContext, 'db' | 'clock' | 'log'>;

/** A parameter whose example depends on what is stored now: an id, or a time. */
interface LiveExample {
  paths: RegExp;
  names: readonly string[];
  /** Undefined if nothing is stored; then the example of the definition remains. */
  read: (context: Context) => Promise<string | number | undefined>;
}

/** Number of alerts among which one with a polygon is searched: most have none. */
const searched = 400;

const liveExamples: LiveExample[] = [
  {
    paths: /^\/(alerts\/\{alert_id\}(\.cap)?|facilities\/impact|storms\/\{id\})$/,
    names: ['alert_id', 'id'],
    read: warningId,
  },
  { paths: /^\/alerts\/changes$/, names: ['since'], read: cursor },
  { paths: /^\/soundings\/\{id\}$/, names: ['id'], read: async (context) => (await newestSounding(context))?.id },
  { paths: /^\/soundings/, names: ['station'], read: async (context) => (await newestSounding(context))?.station },
  { paths: /^\/gauges\/\{gauge_id\}/, names: ['gauge_id'], read: gaugeId },
  { paths: /^\/radar\//, names: ['ts'], read: (context) => newestStamp('radar', context) },
  { paths: /^\/satellite\//, names: ['ts'], read: (context) => newestStamp('satellite', context) },
  { paths: /^\/nexrad\//, names: ['ts'], read: async (context) => (await newestVolume(context))?.stamp },
  { paths: /^\/nexrad\//, names: ['site'], read: async (context) => (await newestVolume(context))?.site },
  { paths: /^\/nowcast\//, names: ['ts'], read: newestRun },
  ...modelIds.flatMap((id) => [
    { paths: new RegExp(`^/${id}/`), names: ['ts'], read: longestRun(id) },
    { paths: new RegExp(`^/${id}/`), names: ['valid'], read: storedHour(id) },
  ]),
  { paths: /./, names: ['as_of', 'start', 'end'], read: async ({ clock }) => formatTime(clock()) },
];

type Json = Record<string, unknown>;
interface Parameter extends Json {
  name: string;
}

/**
 * An OpenAPI document whose examples are true now: its ids exist, its times have data. An example that cannot be read stays
 * as it is.
 *
 * @param document members other than `paths` are not read
 */
export async function withLiveExamples<D extends object>(document: D, context: Context): Promise<D> {
  const values = await Promise.all(
    liveExamples.map(({ read }) =>
      read(context).catch((error: unknown) => {
        context.log.debug({ reason: messageOf(error) }, 'an example could not be read');
        return undefined;
      }),
    ),
  );
  const exampleOf = (path: string, name: string) =>
    values.find(
      (value, i) => value !== undefined && liveExamples[i].paths.test(path) && liveExamples[i].names.includes(name),
    );
  const { paths } = document as { paths: Record<string, Record<string, { parameters: Parameter[] }>> };
  const live = Object.entries(paths).map(([path, operations]) => [
    path,
    mapValues(operations, (operation) => ({
      ...operation,
      parameters: operation.parameters.map((parameter) => {
        const example = exampleOf(path, parameter.name);
        return example === undefined ? parameter : { ...parameter, example };
      }),
    })),
  ]);
  return { ...document, paths: Object.fromEntries(live) as object };
}

function mapValues<T, U>(of: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
}

/** The id of an alert in force with a polygon, preferably with the motion of its storm. */
async function warningId({ db, clock }: Context): Promise<number | undefined> {
  const { rows } = await db.alerts.searchRevisions({ active: true, at: clock(), limit: searched, offset: 0 });
  const alerts = await db.alerts.rows(rows.map(({ id }) => id));
  const worth = ({ geometry, motion }: AlertRow) => (geometry === null ? 0 : motion === null ? 1 : 2);
  const best = alerts.toSorted((one, other) => worth(other) - worth(one))[0];
  return best && worth(best) > 0 ? best.id : undefined;
}

/** A cursor that has passed the first alert only, so that a request with it has content. */
async function cursor({ db }: Context): Promise<string | undefined> {
  const [first] = await db.alerts.changes(undefined, 1);
  return first && presentCursor(first.cursor);
}

async function newestSounding({ db }: Context): Promise<{ id: number; station: string } | undefined> {
  const { rows } = await db.soundings.search({ latest: true, limit: searched, offset: 0 });
  return rows.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0];
}

/** A gauge with a forecast. */
async function gaugeId({ db, clock }: Context): Promise<string | undefined> {
  const at = clock();
  const { rows } = await db.gauges.search({ aboveFlood: true, since: new Date(0), at, limit: searched, offset: 0 });
  return (rows.find(({ hasForecast }) => hasForecast) ?? rows[0])?.key;
}

const newestOf = (frames: readonly Frame[]): Frame | undefined =>
  frames.reduce<Frame | undefined>((best, frame) => (best && best.validAt >= frame.validAt ? best : frame), undefined);

async function newestStamp(family: string, { db }: Context): Promise<string | undefined> {
  const newest = newestOf(await db.frames.all(family));
  return newest && formatStamp(newest.validAt);
}

/** The newest run of the nowcast. */
async function newestRun({ db }: Context): Promise<string | undefined> {
  const runAt = newestOf(await db.frames.all('nowcast'))?.runAt;
  return runAt ? formatStamp(runAt) : undefined;
}

async function newestVolume({ db }: Context): Promise<{ site: string; stamp: string } | undefined> {
  const newest = newestOf(await db.frames.all('nexrad'));
  return newest && { site: newest.product, stamp: formatStamp(newest.validAt) };
}

/** Reads the start of the run of a model with most frames; of several, the newest. */
function longestRun(id: ModelId): LiveExample['read'] {
  return async ({ db }) => {
    const counts = new Map<number, number>();
    for (const { runAt } of await db.frames.all(id)) {
      if (runAt) counts.set(runAt.getTime(), (counts.get(runAt.getTime()) ?? 0) + 1);
    }
    const [longest] = [...counts].toSorted(([oneAt, one], [otherAt, other]) => other - one || otherAt - oneAt);
    return longest && formatStamp(new Date(longest[0]));
  };
}

/** Reads the stored time of a model that is nearest to now. */
function storedHour(id: ModelId): LiveExample['read'] {
  return async ({ db, clock }) => {
    const now = clock().getTime();
    const distance = ({ validAt }: Frame): number => Math.abs(validAt.getTime() - now);
    const [nearest] = (await db.frames.all(id)).toSorted((one, other) => distance(one) - distance(other));
    return nearest && formatStamp(nearest.validAt);
  };
}
