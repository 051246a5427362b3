// The schedule of feeds, for tests of all feeds together.
export { attempt, schedule } from '../../src/schedule.ts';
