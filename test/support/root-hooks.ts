import { describeServices, leaveServices } from '@severe/testing/services';

/** Root hooks of mocha. */
export const mochaHooks = {
  async beforeAll(): Promise<void> {
    console.log(await describeServices());
  },
  afterAll: leaveServices,
};
