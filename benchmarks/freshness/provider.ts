/**
 * The simulated providers, in a process whose processor time is not that of the service:
 * `node … provider.ts PROVIDER`, with options as JSON. Notes every answer, and reports them on a message.
 */
import { createClock, createLog } from '@severe/base';
import { startSimulator, type Answered } from '@severe/simulator';
import type { ProviderOptions } from './provider-process.ts';

/** An afternoon of supercells, by daylight: the largest files of the simulated day. */
const repeatFrom = new Date('2026-05-20T22:00:00Z');

const { backlogMinutes, everyRadarAs } = JSON.parse(process.argv[2]) as ProviderOptions;
const answers: Answered[] = [];
const simulator = await startSimulator({
  port: 0,
  seed: 1,
  clock: createClock(),
  log: createLog('error', { role: 'simulator' }),
  repeatFrom,
  backlogMinutes,
  everyRadarAs,
  onAnswer: (answer) => {
    if (!answer.path.startsWith('/at/')) answers.push(answer);
  },
});
process.on('message', () => process.send!({ answers: answers.splice(0) }));
process.once('SIGTERM', () => process.exit(0));
process.send!({ url: simulator.url });
