/** Skips the running test or the tests of the running hook. The report lists them by title, so the reason is added to it. */
export function skipFor(test: Mocha.Context, reason: string): never {
  const runnable = test.test;
  const name = (skipped: Mocha.Runnable): void => void (skipped.title += ` (${reason})`);
  if (runnable && !('type' in runnable && runnable.type === 'hook')) name(runnable);
  else runnable?.parent?.eachTest(name);
  return test.skip();
}
