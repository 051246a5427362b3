import { DataError, UpstreamError } from '@severe/base';

/**
 * The result of a job in a thread. Errors lose their class between threads, and the class decides the handling: the two
 * expected kinds are sent as plain objects; any other is a bug.
 */
export type Outcome<Report> =
  { report: Report } | { data: { code: string; message: string } } | { upstream: { system: string; message: string } };

/** In the thread: runs the work and converts an expected failure. */
export async function outcomeOf<Report>(work: () => Promise<Report>): Promise<Outcome<Report>> {
  try {
    return { report: await work() };
  } catch (error) {
    if (error instanceof DataError) return { data: { code: error.code, message: fullMessage(error) } };
    if (error instanceof UpstreamError) return { upstream: { system: error.system, message: fullMessage(error) } };
    throw error;
  }
}

/** In the main thread: the report, or the same kind of error thrown. */
export function reportOf<Report>(outcome: Outcome<Report>): Report {
  if ('report' in outcome) return outcome.report;
  if ('data' in outcome) throw new DataError(outcome.data.code, outcome.data.message);
  throw new UpstreamError(outcome.upstream.system, outcome.upstream.message);
}

/** The message with those of its causes that add to it; the causes themselves are not sent. */
function fullMessage(error: Error): string {
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { message } = at;
    if (!messages.some((known) => known.includes(message))) messages.push(message);
  }
  return messages.join(': ');
}
