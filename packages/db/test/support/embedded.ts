// The embedded database, for programs that run outside of mocha and need its connection.
export { openEmbedded } from '../../src/embedded/open.ts';
export { databaseOn } from '../../src/open.ts';
