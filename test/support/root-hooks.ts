import { describeServices, leaveServices } from './services.ts';

/** Hooks that mocha runs around the whole suite. */
export const mochaHooks = {
  async beforeAll(): Promise<void> {
    console.log(await describeServices());
  },
  afterAll: leaveServices,
};
