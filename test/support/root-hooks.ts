import { describeServices, leaveServices } from '@severe/testing/services';

const isBuilt = process.execArgv.some((option) => option.endsWith('/loader/register.mjs'));

/** Root hooks of mocha. */
export const mochaHooks = {
  async beforeAll(): Promise<void> {
    console.log(await describeServices());
    if (!isBuilt) console.log('the tests run from source: it is newer than the build, which would start faster');
  },
  afterAll: leaveServices,
};
