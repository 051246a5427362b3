// The schedule of feeds, for tests of all feeds together.
export { schedule } from '../../src/schedule.ts';
