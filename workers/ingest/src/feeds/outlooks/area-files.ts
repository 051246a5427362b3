import { inParallel } from '@severe/async';
import { DataError, messageOf } from '@severe/base';
import type { Database, OutlookArea, Outlooks } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import type { ChangedText } from '../../fetch/fetcher.ts';
import { asGaps, rejectUnreadable, type Parsed } from '../../parse/parsed.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import type { Payload } from '../../parse/payload.ts';

/** A file with the areas of one day and type, which the provider replaces in place. */
export interface AreaFile {
  /** Key of its areas in the database. */
  name: string;
  url: string;
  /** Whether a 404 means that there is no such outlook; else it is a fault of the provider. */
  mayBeAbsent: boolean;
  /** Those of its areas that are copies of another file's: the same fact is stored once, under the file that it is of. */
  copies?: { file: string; isCopy: (area: OutlookArea) => boolean };
  /** Address of the earlier issuance, which covers `now` while the current one begins later. */
  earlierUrl?(now: Date): string;
  parse(text: Payload): Promise<Parsed<OutlookArea>>;
}

/** Number of failed files after which the provider counts as unavailable and the other files are skipped. */
const maxFailures = 3;

const maxConcurrentFetches = 4;
const timeoutMs = 15_000;
const maxFileBytes = 16 << 20;

/** Response: `absent` for a 404, undefined for an unchanged file, and `failed` if there is none. */
type FileResponse = ChangedText | 'absent' | 'failed' | undefined;
type FileContent = Exclude<FileResponse, 'failed' | undefined>;

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
  /** Copies of the areas of a file, by its name. They stand in for it while it is absent or cannot be read. */
  const copied = new Map<string, OutlookArea[]>();

  /** @returns whether the file could be read, as a whole or in part */
  async function storeFile(
    context: FeedContext,
    file: AreaFile,
    response: FileContent,
    report: FeedReport,
  ): Promise<boolean> {
    if (response === 'absent' && !file.mayBeAbsent) throw new DataError('gone', 'expected the file, got 404');
    const parsed = response === 'absent' ? { rows: [], refused: [] } : await file.parse(response.text);
    const { rows: given, refused } = refuseFuture(parsed, context.clock, issuedAtOf, () => file.name, issueToleranceMs);
    rejectUnreadable({ rows: given, refused }, 'areas');
    report.refused.push(...asGaps(refused));
    const own = ownAreas(file, given);
    const rows = response === 'absent' ? (copied.get(file.name) ?? []) : own;
    const table = tableOf(context.db);
    const now = context.clock();
    if (file.earlierUrl && rows.length > 0 && rows.every(({ validFrom }) => validFrom > now))
      report.new += await storeEarlier(context, file, file.earlierUrl(now));
    const inForce = () => table.inForce(file.name, context.clock());
    await checkEmptyList(`areas of ${file.name}`, rows.length === 0, inForce);
    await replace(context, file, rows, report);
    if (response !== 'absent' && refused.length === 0) response.markStored();
    return true;
  }

  /** As `storeFile`, but refuses a file that cannot be read. */
  async function storeOrRefuse(context: FeedContext, file: AreaFile, response: FileContent, report: FeedReport) {
    try {
      return await storeFile(context, file, response, report);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      report.refused.push({ what: file.name, why: error.message, code: error.code });
      return false;
    }
  }

  async function replace(context: FeedContext, { name }: AreaFile, areas: OutlookArea[], report: FeedReport) {
    const stored = await tableOf(context.db).replace(name, areas);
    report.new += stored.new;
    report.changed += stored.removed;
    report.unchanged += areas.length - stored.new;
  }

  /** The areas of a file without copies of those of another one, which are kept. */
  function ownAreas({ copies }: AreaFile, areas: OutlookArea[]): OutlookArea[] {
    if (!copies) return areas;
    copied.set(copies.file, areas.filter(copies.isCopy));
    return areas.filter((area) => !copies.isCopy(area));
  }

  /**
   * Stores the issuance before one that begins later, as at a first start in the night: without it nothing would cover
   * now. It changes nothing if it is stored already. The current issuance does not wait for one that cannot be read.
   */
  async function storeEarlier(context: FeedContext, file: AreaFile, url: string): Promise<number> {
    try {
      const response = await fetchFile(context, url);
      if (response === undefined || response === 'absent') return 0;
      const parsed = await file.parse(response.text);
      const rows = parsed.rows.filter((area) => !file.copies?.isCopy(area));
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
        if (failures.length >= maxFailures) return 'failed';
        try {
          return await fetchFile(context, url);
        } catch (error) {
          failures.push(error);
          if (error instanceof DataError) report.refused.push({ what: name, why: error.message, code: error.code });
          return 'failed';
        }
      });
      if (responses.every((response) => response === 'absent'))
        throw new DataError('gone', `${new URL(files[0].url).host} : expected files, got 404 for all`);
      const copiedBefore = new Map(copied);
      let areAllRead = true;
      for (const [i, response] of responses.entries()) {
        if (response === undefined) continue;
        const file = files[i];
        if (response !== 'failed' && (await storeOrRefuse(context, file, response, report))) continue;
        areAllRead = false;
        const standIn = copied.get(file.name) ?? [];
        const isNew = standIn !== copiedBefore.get(file.name);
        if (isNew && standIn.length > 0) await replace(context, file, standIn, report);
      }
      if (report.new + report.changed > 0) await announce(context, { source: feed.source });
      const outage = failures.find((error) => !(error instanceof DataError));
      if (outage) throw outage; // valid files are stored, but the source has failed
      if (areAllRead) await context.db.sourceRuns.recordData(feed.source, context.clock());
      return report;
    },
  };
}

const issuedAtOf = ({ issuedAt }: OutlookArea): Date | null => issuedAt;

async function fetchFile({ fetcher }: FeedContext, url: string): Promise<FileContent | undefined> {
  try {
    return await fetcher.changedText(url, { accept: 'application/geo+json', maxBytes: maxFileBytes, timeoutMs });
  } catch (error) {
    if (error instanceof DataError && error.code === 'gone') return 'absent';
    throw error;
  }
}
