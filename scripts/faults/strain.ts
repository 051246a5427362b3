import { runStrain } from '../strain/run-strain.ts';
import type { FaultSuite } from './suite.ts';

/** Guarantee G13 in short. */
export const strain: FaultSuite = {
  about: 'the demonstration with a tenth of a core for one minute, then free; `npm run strain` takes ten',
  run: (report) => runStrain({ minutes: 1, share: 0.1, report, tell: (text) => console.log(`    ${text}`) }),
};
