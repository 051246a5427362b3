import { describeServices, leaveServices } from '@severe/testing/services';

/** Hooks that mocha runs around the whole suite. */
export const mochaHooks = {
  async beforeAll(): Promise<void> {
    console.log(await describeServices());
  },
  afterAll: leaveServices,
};
