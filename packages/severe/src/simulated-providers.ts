import { formatTime, StartError, type Clock, type Log, type Settings } from '@severe/base';
import type { ProvidersAt } from '@severe/ingest';

/** Keys of the providers that need one. The simulator accepts any, and those of the operator are not sent to it. */
const simulatedKeys = { synopticToken: 'simulated', mpingKey: 'simulated', spotterNetworkId: 'simulated' };

/** Settings whose providers are simulated, and what ends them. */
export interface SimulatedProviders {
  settings: Settings;
  /** Where they answer as in the past; undefined if they are somebody else's. */
  at?: ProvidersAt;
  close: () => Promise<void>;
}

/** Starts the simulator on a free port, unless `PROVIDERS` names another one: real weather is never stored as simulated. */
export async function simulatedProviders(
  settings: Settings,
  { clock, log }: { clock: Clock; log: Log },
): Promise<SimulatedProviders> {
  if (settings.providers) return { settings, close: async () => undefined };
  const { startSimulator } = await loadSimulator();
  const repeat = settings.simulatedFrom ? { repeatFrom: settings.simulatedFrom } : {};
  const simulator = await startSimulator({ port: 0, seed: 1, clock, log, ...repeat });
  return {
    settings: Object.freeze({ ...settings, ...simulatedKeys, providers: simulator.url }),
    at: (time) => `${simulator.url}/at/${formatTime(time)}`,
    close: () => simulator.close(),
  };
}

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
