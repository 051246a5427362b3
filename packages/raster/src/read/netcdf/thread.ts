import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '@severe/base';
import { surveyFile, type NetcdfQuestion, type NetcdfSurvey } from './survey.ts';

/** What the thread says at its end. */
export type Outcome = { survey: NetcdfSurvey } | { problem: string };

const { bytes, question } = workerData as { bytes: Uint8Array; question: NetcdfQuestion };

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const say = (outcome: Outcome): void => parentPort?.postMessage(outcome);

try {
  say({ survey: await surveyFile(bytes, question) });
} catch (error) {
  say({ problem: messageOf(error) });
}
