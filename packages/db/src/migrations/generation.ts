import { StartError } from '@severe/base';

/**
 * Generation of the schema that this release reads and writes. It grows when a release can do without what an older one needs, so
 * that a contracting migration may remove it.
 */
export const ownGeneration = 1;

/** Makes the table with the oldest generation that may use the database. */
export const generationTableSql = `
create table if not exists schema_generation (
  singleton boolean primary key default true check (singleton),
  oldest integer not null
);
insert into schema_generation (oldest) values (1) on conflict do nothing`;

/** Gives `oldest`, of any database that a release of this or a later time has opened. */
export const oldestGenerationSql = 'select oldest from schema_generation';

/** Why a process may not use a database; undefined if it may. */
export function generationProblem(oldest: number, own = ownGeneration): string | undefined {
  return oldest > own ? `the database needs generation ${oldest} of severe, this release has ${own}` : undefined;
}

/** @throws {StartError} the database is no longer one for this release */
export function checkGeneration(oldest: number, own = ownGeneration): void {
  const problem = generationProblem(oldest, own);
  if (problem)
    throw new StartError(
      `${problem}: start a newer one, or restore a backup from before \`severe migrate --contract\``,
    );
}
