import { inParallel } from '@severe/async';
import { DataError, messageOf } from '@severe/base';
import type { Database, OutlookArea, Outlooks } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import type { ChangedText } from '../../fetch/fetcher.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';

/** A file with the areas of one day and type, which the provider replaces in place. */
export interface AreaFile {
  /** Key of its areas in the database. */
  name: string;
  url: string;
  /** Whether a 404 means that there is no such outlook; else it is a fault of the provider. */
  mayBeAbsent: boolean;
  /** Address of the earlier issuance, which covers `now` while the current one begins later. */
  earlierUrl?(now: Date): string;
  parse(text: string): Promise<Parsed<OutlookArea>>;
}

/** Number of failed files after which the provider counts as unavailable and the other files are skipped. */
const maxFailures = 3;

const maxConcurrentFetches = 4;
const timeoutMs = 15_000;
const maxFileBytes = 16 << 20;

/** Response: `absent` for a 404, undefined for an unchanged file. */
type FileResponse = ChangedText | 'absent' | undefined;

/**
 * Creates a feed of such files. Each file is processed separately, so that a missing or broken file does not affect
 * others.
 */
export function createAreaFiles(
  feed: Pick<Feed, 'id' | 'about' | 'otherForms'> & { source: 'outlooks' | 'eros' },
  files: AreaFile[],
  tableOf: (db: Database) => Outlooks,
): Feed {
  const checkEmptyList = createEmptyListCheck();

  async function storeFile(
    context: FeedContext,
    file: AreaFile,
    response: Exclude<FileResponse, undefined>,
    report: FeedReport,
  ) {
    if (response === 'absent' && !file.mayBeAbsent) throw new DataError('gone', 'expected the file, got 404');
    const parsed = response === 'absent' ? { rows: [], refused: [] } : await file.parse(response.text);
    const { rows, refused } = refuseFuture(parsed, context.clock, issuedAtOf, () => file.name, issueToleranceMs);
    report.refused.push(...refused);
    if (rows.length === 0 && refused.length > 0) return; // unreadable is not the same as empty
    const table = tableOf(context.db);
    const now = context.clock();
    if (file.earlierUrl && rows.length > 0 && rows.every(({ validFrom }) => validFrom > now))
      report.new += await storeEarlier(context, file, file.earlierUrl(now));
    const inForce = () => table.inForce(file.name, context.clock());
    await checkEmptyList(`areas of ${file.name}`, rows.length === 0, inForce);
    const stored = await table.replace(file.name, rows);
    report.new += stored.new;
    report.changed += stored.removed;
    report.unchanged += rows.length - stored.new;
    if (response !== 'absent') response.markStored();
  }

  /**
   * Stores the issuance before one that begins later, as at a first start in the night: without it nothing would cover
   * now. It changes nothing if it is stored already. The current issuance does not wait for one that cannot be read.
   */
  async function storeEarlier(context: FeedContext, file: AreaFile, url: string): Promise<number> {
    try {
      const response = await fetchFile(context, url);
      if (response === undefined || response === 'absent') return 0;
      const { rows } = await file.parse(response.text);
      return rows.length === 0 ? 0 : (await tableOf(context.db).replace(file.name, rows)).new;
    } catch (error) {
      context.log.warn({ url, reason: messageOf(error) }, 'cannot read the earlier issuance of an outlook');
      return 0;
    }
  }

  return {
    ...feed,
    everySeconds: 300,
    startDelaySeconds: 10,
    async run(context) {
      const report = emptyReport();
      const failures: unknown[] = [];
      const responses = await inParallel(files, maxConcurrentFetches, async ({ name, url }): Promise<FileResponse> => {
        if (failures.length >= maxFailures) return undefined;
        try {
          return await fetchFile(context, url);
        } catch (error) {
          failures.push(error);
          if (error instanceof DataError) report.refused.push({ what: name, why: error.message, code: error.code });
          return undefined;
        }
      });
      if (responses.every((response) => response === 'absent'))
        throw new DataError('gone', `${new URL(files[0].url).host} : expected files, got 404 for all`);
      for (const [i, response] of responses.entries()) {
        if (response === undefined) continue;
        try {
          await storeFile(context, files[i], response, report);
        } catch (error) {
          if (!(error instanceof DataError)) throw error;
          report.refused.push({ what: files[i].name, why: error.message, code: error.code });
        }
      }
      if (report.new + report.changed > 0) await announce(context, { source: feed.source });
      const outage = failures.find((error) => !(error instanceof DataError));
      if (outage) throw outage; // valid files are stored, but the source has failed
      if (report.refused.length === 0) await context.db.sourceRuns.recordData(feed.source, context.clock());
      return report;
    },
  };
}

const issuedAtOf = ({ issuedAt }: OutlookArea): Date | null => issuedAt;

async function fetchFile({ fetcher }: FeedContext, url: string): Promise<FileResponse> {
  try {
    return await fetcher.changedText(url, { accept: 'application/geo+json', maxBytes: maxFileBytes, timeoutMs });
  } catch (error) {
    if (error instanceof DataError && error.code === 'gone') return 'absent';
    throw error;
  }
}
