// The faults of providers, for tests that switch them on.
export { faults } from '../../src/faults/index.ts';
