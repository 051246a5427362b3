import { StartError, UpstreamError, type Clock, type Log, type Settings } from '@severe/base';
import type { Connection } from './connection.ts';
import { openEmbedded } from './embedded/open.ts';
import { asDatabaseError, asRequestError, guarded } from './errors.ts';
import { generationProblem, oldestGenerationSql } from './migrations/generation.ts';
import type { Contract } from './migrations/run.ts';
import { openPostgres } from './postgres/open.ts';
import { openReplica, type ReadSets, type Replica } from './postgres/replica.ts';
import { ageMs, openTable, type RemovesOld } from './open-table.ts';
import type { RetentionSettings, Table } from './table.ts';
import { tables, type Tables } from './tables/index.ts';
import { tidy } from './tidy.ts';
import { rowsOf, type DatabaseContext } from './context.ts';
import { whileWanted } from './handle.ts';
import { rowCounts } from './row-counts.ts';

export interface Database extends Tables {
  /** Shown at the start and in health. */
  kind: 'embedded' | 'postgres';
  /**
   * The tables for reads that end when nobody wants them any more, see `whileWanted`.
   *
   * @param sets versions of the data that are read: if they are given, a replica that has them may serve the reads
   */
  whileWanted(wanted: AbortSignal, sets?: ReadSets): Tables;
  /** The tables on another clock: what is stored is stored at its time. */
  at(clock: Clock): Tables;
  /** Reads of lists since the start, by the database that served them. */
  listReads(): Record<'replica' | 'primary', number>;
  /** Rows of each table by the statistics of the planner. */
  rowCounts(): Promise<Map<string, number>>;
  /** @throws {UpstreamError} it does not answer, or is no longer one for this release */
  ping(): Promise<void>;
  /** Removes the rows of every table that are older than it keeps them. */
  prune(settings: RetentionSettings): Promise<void>;
  /** Frees the space of removed rows in the embedded engine. @returns names of the vacuumed tables */
  tidy(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Opens the database of the settings and runs its migrations.
 *
 * @param options.simulated world of this service: rows of the other world are invisible
 * @throws {StartError} one line: data directory in use by process N, no PostGIS, wrong password …
 */
export async function openDatabase(
  settings: Settings,
  { log, clock, simulated }: { log: Log; clock: Clock; simulated: boolean },
): Promise<Database> {
  if (settings.databaseReadUrl && !settings.databaseUrl)
    throw new StartError('DATABASE_READ_URL is for a replica of the database of DATABASE_URL, which is not set');
  const connection = await connect(settings, log);
  if (connection.migrated.length > 0) log.info({ migrations: connection.migrated }, 'database migrated');
  const replica = settings.databaseReadUrl ? openReplica(settings.databaseReadUrl, { simulated, log }) : undefined;
  return databaseOn(connection, { clock, simulated, playsTime: settings.clock !== undefined }, replica);
}

/**
 * Runs the migrations and closes the database.
 *
 * @param options.contract whether those run, too, that end a transition
 * @returns where the database is, and the names of the migrations that were run
 * @throws {StartError} as `openDatabase`
 */
export async function migrateDatabase(
  settings: Settings,
  log: Log,
  options: Contract = {},
): Promise<Pick<Connection, 'kind' | 'where' | 'migrated'>> {
  const connection = await connect(settings, log, options);
  await connection.close();
  return connection;
}

function connect(settings: Settings, log: Log, options: Contract = {}): Promise<Connection> {
  const { databaseUrl, databasePooler, dataDir } = settings;
  return databaseUrl
    ? openPostgres(databaseUrl, { ...options, pooler: databasePooler })
    : openEmbedded(dataDir, log, options);
}

/** The database behind a connection that is open and migrated. */
export function databaseOn(
  connection: Connection,
  options: Omit<DatabaseContext, 'knex'>,
  replica?: Replica,
): Database {
  const { knex } = connection;
  const context = { ...options, knex };
  const opened = openTables(context, guarded);
  const reads = { replica: 0, primary: 0 };
  return {
    ...opened,
    kind: connection.kind,
    whileWanted(wanted, sets) {
      const primary = openOnUse({ ...context, knex: whileWanted(knex, wanted) }, forRequest);
      if (!sets) return primary;
      const isServed = replica?.has(sets) ?? false;
      reads[isServed ? 'replica' : 'primary']++;
      if (!replica || !isServed) return primary;
      const copy = openOnUse({ ...context, knex: whileWanted(replica.knex, wanted) }, forRequest);
      return withFallback(copy, primary, (error) => replica.failed(error));
    },
    at: (clock) => openTables({ ...context, clock }, guarded),
    listReads: () => ({ ...reads }),
    rowCounts: () => rowCounts(knex),
    async ping() {
      const rows = await rowsOf<{ oldest: number }>(knex, oldestGenerationSql, {}).catch((error: unknown) => {
        throw asDatabaseError(error);
      });
      if (rows.length !== 1) throw new UpstreamError('database', `its generation is ${JSON.stringify(rows)}`);
      const problem = generationProblem(rows[0].oldest);
      if (problem) throw new UpstreamError('database', problem);
    },
    async prune(settings) {
      const now = options.clock().getTime();
      for (const [name, { retention }] of Object.entries<Table>(tables)) {
        if (!retention) continue;
        const methods = opened[name as keyof Tables] as unknown as RemovesOld;
        await methods.removeOld(new Date(now - ageMs(retention.keep, settings)));
      }
    },
    tidy: () => tidy(connection),
    async close() {
      await Promise.all([connection.close(), replica?.close()]);
    },
  };
}

type Wrap = (methods: object) => object;

const forRequest: Wrap = (methods) => guarded(methods, asRequestError);

/** The methods of every table on one pool of connections. @param wrap applied to the methods of each */
export function openTables(context: DatabaseContext, wrap: Wrap = (methods) => methods): Tables {
  return Object.fromEntries(
    Object.entries<Table>(tables).map(([name, table]) => [name, wrap(openTable(table, context))]),
  ) as unknown as Tables;
}

/** The same for one request, which uses few tables: each is opened when it is used. */
function openOnUse(context: DatabaseContext, wrap: Wrap): Tables {
  const get = (all: typeof tables, name: string | symbol) => wrap(openTable<Table>(all[name as keyof Tables], context));
  return new Proxy(tables, { get }) as unknown as Tables;
}

type Methods = Record<string, (...values: unknown[]) => Promise<unknown>>;

/** Tables whose methods run on others when they fail. @param failed throws the error if it would be the same there */
function withFallback(tables: Tables, others: Tables, failed: (error: unknown) => void): Tables {
  const get = (_: Tables, table: string | symbol) =>
    new Proxy(tables[table as keyof Tables] as unknown as Methods, {
      get:
        (methods, method) =>
        async (...values: unknown[]) => {
          try {
            return await methods[method as string](...values);
          } catch (error) {
            failed(error);
            return (others[table as keyof Tables] as unknown as Methods)[method as string](...values);
          }
        },
    });
  return new Proxy(tables, { get });
}
