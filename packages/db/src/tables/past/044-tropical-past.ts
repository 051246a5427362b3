import type { Migration } from '../../migrations/migration.ts';
import { addKnownAt, addPast } from './030-past.ts';

/** Tables of cyclones and of outlooks for them, whose earlier states are kept too. */
export const tropicalWithPast = [
  'tropical_storms',
  'tropical_outlines',
  'tropical_outlooks',
  'tropical_areas',
] as const;

/** Earlier states of the tropics, from their next change on. */
export const tropicalPast: Migration = {
  name: '044-tropical-past',
  sql: `
${tropicalWithPast.map(addKnownAt).join('')}
${tropicalWithPast.map(addPast).join('')}
update data_sets set past_since = changed_at where name in ('tropical', 'tropical-outlook');
`,
};
