import { DataError } from '@severe/base';
import { emptyReport, type FeedReport } from '@severe/ingest';

/** Runs a feed. A response that cannot be read at all is refused like a part of it. */
export async function refusing(what: string, run: () => Promise<FeedReport>): Promise<FeedReport> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { ...emptyReport(), refused: [{ what, why: error.message }] };
  }
}
