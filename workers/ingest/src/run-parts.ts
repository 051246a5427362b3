import { DataError } from '@severe/base';
import type { FeedReport } from './feed.ts';

/**
 * Processes the parts of a source one after another, so that the failure of one does not affect the others. Unreadable
 * parts are rejected; after all parts have run, the first other failure is thrown.
 */
export async function runParts(report: FeedReport, parts: [what: string, take: () => Promise<void>][]): Promise<void> {
  const failures: unknown[] = [];
  for (const [what, take] of parts) {
    try {
      await take();
    } catch (error) {
      if (error instanceof DataError) report.refused.push({ what, why: error.message, code: error.code });
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
