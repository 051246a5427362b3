import type { Migration } from '../../migrations/migration.ts';

/** Storm cells on both sides of the antimeridian: their shape has two parts. */
export const cellsInParts: Migration = {
  name: '048-cells-in-parts',
  sql: `alter table storm_cells alter column shape type geometry(Geometry, 4326);`,
};
