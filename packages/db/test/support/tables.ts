export { openTables } from '../../src/open.ts';
