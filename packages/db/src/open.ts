import { UpstreamError, type Clock, type Log, type Settings } from '@severe/base';
import type { Connection } from './connection.ts';
import { openEmbedded } from './embedded/open.ts';
import { asDatabaseError, guarded } from './errors.ts';
import { openPostgres } from './postgres/open.ts';
import { createAlerts } from './tables/alerts/alerts.ts';
import type { Alerts } from './tables/alerts/alert.ts';
import { createDamageTracks, type DamageTracks } from './tables/damage-tracks.ts';
import { createBulletins, type Bulletins } from './tables/bulletins.ts';
import { createDataSets, type DataSets } from './tables/data-sets.ts';
import { createDiscussions, type Discussions } from './tables/discussions.ts';
import { createFacilities, type Facilities } from './tables/facilities.ts';
import { createForecasts, type Forecasts } from './tables/forecasts.ts';
import { createFrameJobs, type FrameJobs } from './tables/frame-jobs.ts';
import { createFrames, type Frames } from './tables/frames.ts';
import { createOutlooks, type Outlooks } from './tables/outlooks.ts';
import { createLightning, type Lightning } from './tables/lightning.ts';
import { createGauges, type Gauges } from './tables/gauges/gauges.ts';
import { createObservations, type Observations } from './tables/observations.ts';
import { createPlaces, type Places } from './tables/places.ts';
import { createReports, type Reports } from './tables/reports.ts';
import { createSoundings, type Soundings } from './tables/soundings.ts';
import { createSourceRuns, type SourceRuns } from './tables/source-runs.ts';
import { createTropicalOutlooks, type TropicalOutlooks } from './tables/tropical-outlooks.ts';
import { createTropicalStorms, type TropicalStorms } from './tables/tropical-storms.ts';
import { createWatches, type Watches } from './tables/watches.ts';
import { createZones, type Zones } from './tables/zones.ts';
import { tidy } from './tidy.ts';
import { rowsOf, type World } from './world.ts';

/** The tables. What goes wrong with the database itself is thrown as `UpstreamError('database', …)`, within 3 s. */
export interface Tables {
  frames: Frames;
  frameJobs: FrameJobs;
  sourceRuns: SourceRuns;
  dataSets: DataSets;
  zones: Zones;
  alerts: Alerts;
  lightning: Lightning;
  reports: Reports;
  observations: Observations;
  gauges: Gauges;
  places: Places;
  outlooks: Outlooks;
  eros: Outlooks;
  watches: Watches;
  discussions: Discussions;
  damageTracks: DamageTracks;
  facilities: Facilities;
  soundings: Soundings;
  tropicalStorms: TropicalStorms;
  tropicalOutlooks: TropicalOutlooks;
  forecasts: Forecasts;
  bulletins: Bulletins;
}

export interface Database extends Tables {
  /** `embedded` or `postgres`: the banner and health say which. */
  kind: 'embedded' | 'postgres';
  /** Whether `select 1` gives 1; throws an `UpstreamError` when it does not. */
  ping(): Promise<void>;
  /** Makes the room of removed rows free where the engine does not do so by itself. @returns names of tables */
  tidy(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name, and brings it up to date with the migrations.
 *
 * @param options.simulated which of the two worlds this service lives in: frames of the other are invisible
 * @throws {StartError} one clear line: the data directory is in use by process N, no PostGIS, wrong password …
 */
export async function openDatabase(
  settings: Settings,
  { log, clock, simulated }: { log: Log; clock: Clock; simulated: boolean },
): Promise<Database> {
  const connection = await connect(settings, log);
  if (connection.migrated.length > 0)
    log.info({ migrations: connection.migrated }, 'the database was brought up to date');
  return databaseOn(connection, { clock, simulated });
}

/**
 * Brings the database up to date, and nothing else.
 *
 * @returns where it is, and the names of the migrations that were run
 * @throws {StartError} as `openDatabase`
 */
export async function migrateDatabase(
  settings: Settings,
  log: Log,
): Promise<Pick<Connection, 'kind' | 'where' | 'migrated'>> {
  const connection = await connect(settings, log);
  await connection.close();
  return connection;
}

function connect(settings: Settings, log: Log): Promise<Connection> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl) : openEmbedded(settings.dataDir, log);
}

/** The database behind a connection that is open and up to date. */
export function databaseOn(connection: Connection, options: Omit<World, 'knex'>): Database {
  const { knex } = connection;
  const world = { ...options, knex };
  return {
    kind: connection.kind,
    frames: guarded(createFrames(world)),
    frameJobs: guarded(createFrameJobs(world)),
    sourceRuns: guarded(createSourceRuns(world)),
    dataSets: guarded(createDataSets(world)),
    zones: guarded(createZones(world)),
    alerts: guarded(createAlerts(world)),
    lightning: guarded(createLightning(world)),
    reports: guarded(createReports(world)),
    gauges: guarded(createGauges(world)),
    observations: guarded(createObservations(world)),
    places: guarded(createPlaces(world)),
    outlooks: guarded(createOutlooks(world, 'outlooks')),
    eros: guarded(createOutlooks(world, 'eros')),
    watches: guarded(createWatches(world)),
    discussions: guarded(createDiscussions(world)),
    damageTracks: guarded(createDamageTracks(world)),
    facilities: guarded(createFacilities(world)),
    soundings: guarded(createSoundings(world)),
    tropicalStorms: guarded(createTropicalStorms(world)),
    tropicalOutlooks: guarded(createTropicalOutlooks(world)),
    forecasts: guarded(createForecasts(world)),
    bulletins: guarded(createBulletins(world)),
    async ping() {
      const rows = await rowsOf<{ one: number }>(knex, 'select 1 as one', {}).catch((error: unknown) => {
        throw asDatabaseError(error);
      });
      if (rows.length !== 1 || rows[0].one !== 1) {
        throw new UpstreamError('database', `select 1 gave ${JSON.stringify(rows)}`);
      }
    },
    tidy: () => tidy(connection),
    close: () => connection.close(),
  };
}
