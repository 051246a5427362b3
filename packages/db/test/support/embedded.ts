// Databases, for programs that run outside of mocha and need their connection.
export { openEmbedded } from '../../src/embedded/open.ts';
export { databaseOn } from '../../src/open.ts';
export { openPostgres } from '../../src/postgres/open.ts';
