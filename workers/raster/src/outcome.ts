import { DataError, UpstreamError } from '@severe/base';
import type { FrameReport } from './render-frame.ts';

/**
 * How a thread tells what came of a job. Errors lose their class on the way between threads, and the class says who
 * must act: so the two kinds that we expect travel as plain objects, and whatever else is thrown is ours.
 */
export type Outcome =
  | { report: FrameReport }
  | { data: { code: string; message: string } }
  | { upstream: { system: string; message: string } };

/** On the thread: runs the work, and puts an expected failure into words. */
export async function outcomeOf(work: () => Promise<FrameReport>): Promise<Outcome> {
  try {
    return { report: await work() };
  } catch (error) {
    if (error instanceof DataError) return { data: { code: error.code, message: fullMessage(error) } };
    if (error instanceof UpstreamError) return { upstream: { system: error.system, message: fullMessage(error) } };
    throw error;
  }
}

/** On the other side: the report, or the same kind of error. */
export function reportOf(outcome: Outcome): FrameReport {
  if ('report' in outcome) return outcome.report;
  if ('data' in outcome) throw new DataError(outcome.data.code, outcome.data.message);
  throw new UpstreamError(outcome.upstream.system, outcome.upstream.message);
}

/** The message, and those of the causes that say more: the causes themselves stay on the thread. */
function fullMessage(error: Error): string {
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { message } = at;
    if (!messages.some((known) => known.includes(message))) messages.push(message);
  }
  return messages.join(': ');
}
