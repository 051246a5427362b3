import { StartError } from '@severe/base';

/** Loads the simulator, an optional package. @throws {StartError} if it is not installed */
export async function loadSimulator(): Promise<typeof import('@severe/simulator')> {
  try {
    return await import('@severe/simulator');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("'@severe/simulator'")) throw error;
    throw new StartError(
      'simulated weather needs the package @severe/simulator, which this installation leaves out: ' +
        'install it with npm, or start with --live or --replay of a recording',
      { cause: error },
    );
  }
}
