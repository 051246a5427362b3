import { basename } from 'node:path';
import { DataError, StartError, UpstreamError } from '@severe/base';
import type { FacilityKind } from '@severe/catalogue';
import { simulatedList } from '@severe/db';
import { importFile, openFile, type ImportKind, type ImportReport } from '@severe/ingest';
import { withStores } from '../../with-stores.ts';
import { openProgress } from '../../progress.ts';
import { requireFiles } from '../require-files.ts';

export interface ImportFlags {
  kind?: FacilityKind;
  source: string;
  json?: boolean;
}

/** Maximum number of reasons shown. */
const reasonsShown = 10;

/** Imports a file and prints the counts of its rows; an unreadable file is one line and exit code 2. */
export async function runImport(kind: ImportKind, path: string, { kind: facility, source, json }: ImportFlags) {
  if (source === simulatedList) {
    throw new StartError(
      `--source ${simulatedList} is the list of the demonstration, which is invisible in real data: choose another name`,
    );
  }
  await requireFiles([path]);
  const progress = await openProgress();
  try {
    (await openFile(path)).close(); // fails before the database is opened
    const report = await withStores(false, ({ db, clock, signal }) =>
      importFile(kind, path, db, {
        facilities: { kind: facility, source },
        onProgress: (done, of) => progress.show(`${basename(path)}, ${Math.ceil(of / 1e6)} MB`, done, of),
        now: clock(),
        signal,
      }),
    );
    progress.end();
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : summaryOf(report));
  } catch (error) {
    progress.end();
    if (error instanceof UpstreamError) {
      throw new StartError(`the import was interrupted and can be repeated: ${error.message}`, { cause: error });
    }
    if (!(error instanceof DataError)) throw error;
    process.stderr.write(`severe: ${error.message.replaceAll(/\s+/g, ' ')}\n`);
    process.exitCode = 2;
  }
}

/** One line of counts, and one line per reason. */
export function summaryOf({ new: fresh, changed, unchanged, refused, ignored }: ImportReport): string {
  const many = refused.reduce((sum, { count }) => sum + count, 0);
  const head = `${fresh} new, ${changed} changed, ${unchanged} unchanged, ${many} refused\n`;
  const left = Object.entries(ignored).map(([why, count]) => `  skipped ${count}: ${why}\n`);
  const reasons = refused
    .toSorted((a, b) => b.count - a.count)
    .slice(0, reasonsShown)
    .map(({ why, count, example }) => `  refused ${count}: ${why}, as in ${example}\n`);
  const others = refused.length > reasonsShown ? [`  and ${refused.length - reasonsShown} other reasons\n`] : [];
  return [head, ...left, ...reasons, ...others].join('');
}
