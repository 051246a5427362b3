import { DataError } from '@severe/base';
import type { FeedReport } from './feed.ts';

/**
 * Takes the parts of a source one after the other, so that one which is broken or away harms no other: what cannot be
 * read is refused, and the first other failure is thrown when all have had their turn.
 */
export async function runParts(report: FeedReport, parts: [what: string, take: () => Promise<void>][]): Promise<void> {
  const failures: unknown[] = [];
  for (const [what, take] of parts) {
    try {
      await take();
    } catch (error) {
      if (error instanceof DataError) report.refused.push({ what, why: error.message });
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
