import { inParallel } from '@severe/async';
import { DataError } from '@severe/base';
import type { Database, OutlookArea, Outlooks } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import type { ChangedText } from '../../fetch/fetcher.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';

/** A file that is replaced in place and holds the areas of one day and type. */
export interface AreaFile {
  /** By which its areas are kept. */
  name: string;
  url: string;
  /** Whether a 404 says that there is no such outlook now; else it is a fault of the provider's. */
  mayBeAbsent: boolean;
  parse(text: string): Parsed<OutlookArea>;
}

/** After so many files that cannot be had their provider counts as away, and is not asked for the others. */
const failuresBelieved = 3;

const atOnce = 4;
const timeoutMs = 15_000;
const largestFile = 16 << 20;

/** What was fetched: `absent` for a 404, undefined for what is as it was. */
type Answer = ChangedText | 'absent' | undefined;

/** A feed of such files. Each is taken for itself, so that one which is missing or broken clears no other. */
export function createAreaFiles(
  feed: Pick<Feed, 'id' | 'about'> & { source: 'outlooks' | 'eros' },
  files: AreaFile[],
  tableOf: (db: Database) => Outlooks,
): Feed {
  const checkEmptyList = createEmptyListCheck();

  async function take(context: FeedContext, file: AreaFile, answer: Exclude<Answer, undefined>, report: FeedReport) {
    if (answer === 'absent' && !file.mayBeAbsent) throw new DataError('gone', '404 where something always is');
    const { rows, refused } = answer === 'absent' ? { rows: [], refused: [] } : file.parse(answer.text);
    report.refused.push(...refused);
    if (rows.length === 0 && refused.length > 0) return; // nothing could be read: that is not nothing
    const table = tableOf(context.db);
    const inForce = () => table.inForce(file.name, context.clock());
    await checkEmptyList(`areas of ${file.name}`, rows.length === 0, inForce);
    const stored = await table.replace(file.name, rows);
    report.new += stored.new;
    report.changed += stored.removed;
    report.unchanged += rows.length - stored.new;
    if (answer !== 'absent') answer.markStored();
  }

  return {
    ...feed,
    everySeconds: 300,
    startDelaySeconds: 10,
    async run(context) {
      const report = emptyReport();
      const failures: unknown[] = [];
      const answers = await inParallel(files, atOnce, async ({ name, url }): Promise<Answer> => {
        if (failures.length >= failuresBelieved) return undefined;
        try {
          return await fetchFile(context, url);
        } catch (error) {
          failures.push(error);
          if (error instanceof DataError) report.refused.push({ what: name, why: error.message });
          return undefined;
        }
      });
      if (answers.every((answer) => answer === 'absent'))
        throw new DataError('gone', `${new URL(files[0].url).host} answers 404 to every file`);
      for (const [i, answer] of answers.entries()) {
        if (answer === undefined) continue;
        try {
          await take(context, files[i], answer, report);
        } catch (error) {
          if (!(error instanceof DataError)) throw error;
          report.refused.push({ what: files[i].name, why: error.message });
        }
      }
      if (report.new + report.changed > 0) await announce(context, { source: feed.source });
      const outage = failures.find((error) => !(error instanceof DataError));
      if (outage) throw outage; // what could be had was taken, and the source is not well
      if (report.refused.length === 0) await context.db.sourceRuns.recordData(feed.source, context.clock());
      return report;
    },
  };
}

async function fetchFile({ fetcher }: FeedContext, url: string): Promise<Answer> {
  try {
    return await fetcher.changedText(url, { accept: 'application/geo+json', maxBytes: largestFile, timeoutMs });
  } catch (error) {
    if (error instanceof DataError && error.code === 'gone') return 'absent';
    throw error;
  }
}
