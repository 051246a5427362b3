import type { Migration } from '../../migrations/migration.ts';

/** Lists of earlier states are read in their order, together with the present rows, and stop after a page. */
export const pastNewest: Migration = {
  name: '056-past-newest',
  sql: `
create index alerts_past_newest on alerts_past (simulated, sent desc, id desc);
create index reports_past_newest on reports_past (simulated, at desc, id desc);
create index observations_past_newest on observations_past (simulated, at desc, id desc);
`,
};
