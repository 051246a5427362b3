import { tables } from '../tables/index.ts';
import type { Migration } from './migration.ts';

/** Every migration of every table, by number. They are only added to: existing databases have run these as they stand. */
export const migrations: Migration[] = Object.values(tables)
  .flatMap(({ migrations: own }): readonly Migration[] => own)
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));
