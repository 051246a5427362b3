// The simulated providers at the moment that the argument names. They end with the process that has started this one.
import { createLog } from '@severe/base';
import { startSimulator } from '@severe/simulator';

const now = new Date(process.argv[2]);
const simulator = await startSimulator({ port: 0, seed: 1, clock: () => now, log: createLog('error') });
process.once('disconnect', () => void simulator.close());
process.send!(simulator.url);
