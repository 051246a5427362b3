export type { UncountedPage, Page, Paging, TimeRange } from './filters.ts';
export { migrateDatabase, openDatabase, type Database } from './open.ts';
export { digestOf, newSecret } from './secret.ts';
export { toStored as toStoredAlert } from './tables/alerts/json-columns.ts';
export { simulatedList } from './tables/facilities/table.ts';
export type * from './tables/index.ts';
export { normaliseTerm, termsOf } from './tables/places/place-terms.ts';
export { zoneKinds } from './tables/zones/table.ts';
