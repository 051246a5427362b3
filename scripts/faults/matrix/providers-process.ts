// The simulated providers at the moment that the argument names, else in the present. They end with the process that has started
// this one.
import { createClock, createLog } from '@severe/base';
import { startSimulator } from '@severe/simulator';

const [, , given] = process.argv;
const moment = given === undefined ? undefined : new Date(given);
const clock = moment ? () => moment : createClock();
const simulator = await startSimulator({ port: 0, seed: 1, clock, log: createLog('error') });
process.once('disconnect', () => void simulator.close());
process.send!(simulator.url);
