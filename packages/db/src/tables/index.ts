import type { MethodsOf } from '../open-table.ts';
import { alertsTable } from './alerts/table.ts';
import { apiKeysTable } from './api-keys/table.ts';
import { attemptsTable } from './attempts/table.ts';
import { auditTable } from './audit/table.ts';
import { bulletinsTable } from './bulletins/table.ts';
import { damageTracksTable } from './damage-tracks/table.ts';
import { dataSetsTable } from './data-sets/table.ts';
import { deadLettersTable } from './dead-letters/table.ts';
import { discussionsTable } from './discussions/table.ts';
import { facilitiesTable } from './facilities/table.ts';
import { forecastsTable } from './forecasts/table.ts';
import { frameChangesTable } from './frame-changes/table.ts';
import { frameJobsTable } from './frame-jobs/table.ts';
import { framesTable } from './frames/table.ts';
import { gaugesTable } from './gauges/table.ts';
import { lightningTable } from './lightning/table.ts';
import { mailboxesTable } from './mailboxes/table.ts';
import { mailsTable } from './mails/table.ts';
import { observationsTable } from './observations/table.ts';
import { erosTable, outlooksTable } from './outlooks/table.ts';
import { pastTable } from './past/table.ts';
import { placesTable } from './places/table.ts';
import { reportsTable } from './reports/table.ts';
import { savedLocationsTable } from './saved-locations/table.ts';
import { sessionsTable } from './sessions/table.ts';
import { soundingsTable } from './soundings/table.ts';
import { sourceRunsTable } from './source-runs/table.ts';
import { stormCellsTable } from './storm-cells/table.ts';
import { streamEventsTable } from './stream-events/table.ts';
import { surroundingsTable } from './surroundings/table.ts';
import { sourceLeasesTable } from './source-leases/table.ts';
import { trafficTable } from './traffic/table.ts';
import { tropicalOutlooksTable } from './tropical/outlooks-table.ts';
import { tropicalStormsTable } from './tropical/storms-table.ts';
import { unknownWordsTable } from './unknown-words/table.ts';
import { userTokensTable } from './user-tokens/table.ts';
import { usersTable } from './users/table.ts';
import { watchesTable } from './watches/table.ts';
import { webhookDeliveriesTable } from './webhook-deliveries/table.ts';
import { webhooksTable } from './webhooks/table.ts';
import { zonesTable } from './zones/table.ts';

/** Every table, by the name under which a `Database` has its methods. */
export const tables = {
  frames: framesTable,
  frameChanges: frameChangesTable,
  frameJobs: frameJobsTable,
  sourceRuns: sourceRunsTable,
  deadLetters: deadLettersTable,
  unknownWords: unknownWordsTable,
  sourceLeases: sourceLeasesTable,
  traffic: trafficTable,
  dataSets: dataSetsTable,
  zones: zonesTable,
  alerts: alertsTable,
  lightning: lightningTable,
  reports: reportsTable,
  observations: observationsTable,
  gauges: gaugesTable,
  places: placesTable,
  outlooks: outlooksTable,
  eros: erosTable,
  watches: watchesTable,
  discussions: discussionsTable,
  damageTracks: damageTracksTable,
  facilities: facilitiesTable,
  soundings: soundingsTable,
  tropicalStorms: tropicalStormsTable,
  tropicalOutlooks: tropicalOutlooksTable,
  forecasts: forecastsTable,
  bulletins: bulletinsTable,
  streamEvents: streamEventsTable,
  surroundings: surroundingsTable,
  past: pastTable,
  users: usersTable,
  sessions: sessionsTable,
  mailboxes: mailboxesTable,
  mails: mailsTable,
  stormCells: stormCellsTable,
  savedLocations: savedLocationsTable,
  webhooks: webhooksTable,
  webhookDeliveries: webhookDeliveriesTable,
  userTokens: userTokensTable,
  attempts: attemptsTable,
  apiKeys: apiKeysTable,
  audit: auditTable,
};

type TableList = typeof tables;

/** The methods of every table. Errors of the database itself are an `UpstreamError('database', …)`, within 3 s. */
export type Tables = { [Name in keyof TableList]: MethodsOf<TableList[Name]> };

/** Names of the data sets, by which cached responses expire. */
export type DataSetName = NonNullable<Extract<TableList[keyof TableList], { dataSet: string }>['dataSet']>;

export type * from './alerts/alert.ts';
export type { ReadStep, StepLimits } from './alerts/read-changes.ts';
export type { Severity } from './alerts/severity.ts';
export type * from './api-keys/table.ts';
export type * from './attempts/limit.ts';
export type * from './attempts/table.ts';
export type * from './audit/record.ts';
export type * from './audit/table.ts';
export type * from './bulletins/table.ts';
export type * from './damage-tracks/table.ts';
export type * from './data-sets/table.ts';
export type * from './dead-letters/table.ts';
export type * from './discussions/table.ts';
export type * from './facilities/table.ts';
export type * from './forecasts/table.ts';
export type * from './frame-changes/table.ts';
export type * from './frame-jobs/table.ts';
export type * from './frames/table.ts';
export type * from './gauges/gauge.ts';
export type * from './gauges/table.ts';
export type * from './lightning/table.ts';
export type * from './mailboxes/table.ts';
export type * from './mails/enqueue.ts';
export type * from './mails/request.ts';
export type * from './mails/table.ts';
export type * from './observations/stations.ts';
export type * from './observations/table.ts';
export type * from './outlooks/table.ts';
export type * from './places/place-terms.ts';
export type * from './places/table.ts';
export type * from './reports/table.ts';
export type * from './saved-locations/location.ts';
export type * from './sessions/table.ts';
export type * from './soundings/table.ts';
export type { SourceLeases } from './source-leases/table.ts';
export type * from './source-runs/table.ts';
export type * from './storm-cells/cell.ts';
export type { StormCells } from './storm-cells/table.ts';
export type * from './stream-events/append.ts';
export type * from './stream-events/table.ts';
export type * from './surroundings/surroundings.ts';
export type * from './traffic/table.ts';
export type * from './tropical/outlooks-table.ts';
export type * from './tropical/storms-table.ts';
export type * from './unknown-words/table.ts';
export type * from './user-tokens/purpose.ts';
export type * from './user-tokens/table.ts';
export type * from './users/admin.ts';
export type * from './users/table.ts';
export type * from './users/user.ts';
export type { WatchProbabilities } from './watches/probabilities.ts';
export type * from './watches/table.ts';
export type * from './webhook-deliveries/delivery.ts';
export type * from './webhook-deliveries/expected-echo.ts';
export type * from './webhooks/table.ts';
export type * from './webhooks/webhook.ts';
export type * from './zones/table.ts';
