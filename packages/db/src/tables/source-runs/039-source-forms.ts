import type { Migration } from '../../migrations/migration.ts';

/** When the provider's service and when bulletins last told the data of a source. */
export const sourceForms: Migration = {
  name: '039-source-forms',
  sql: `
alter table source_states add column service_at timestamptz, add column bulletins_at timestamptz;
update source_states set service_at = data_at;
`,
};
