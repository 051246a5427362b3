import { readFile } from 'node:fs/promises';
import {
  addIgnored,
  addUnknownWords,
  createFileFetcher,
  emptyReport,
  type Feed,
  type FeedContext,
  type FeedReport,
  type OtherForm,
  textOf,
} from '@severe/ingest';
import { refusing } from './refusing.ts';

/**
 * Runs the feeds on files. Files in another form of a feed, such as bulletins, are stored together, because several can
 * be about one event. The others stand for the responses to the first feed, in order.
 */
export async function runOnFiles(
  feeds: Feed[],
  files: string[],
  dependencies: Omit<FeedContext, 'fetcher'>,
): Promise<FeedReport> {
  const responses: string[] = [];
  const forms = new Map<OtherForm, string[]>();
  for (const file of files) {
    const form = await formOf(feeds, file);
    if (form) forms.set(form, [...(forms.get(form) ?? []), file]);
    else responses.push(file);
  }
  const reports: FeedReport[] = [];
  const fetcher = createFileFetcher(responses);
  const context = { fetcher, ...dependencies };
  for (const [form, named] of forms) {
    const texts = await Promise.all(named.map(readText));
    reports.push(await refusing(named.join(', '), () => form.store(context, texts)));
  }
  // A feed with one request per run is run once per file.
  for (let left = responses.length; left > 0; left = Math.min(left - 1, fetcher.left())) {
    reports.push(await refusing(responses[responses.length - left], () => feeds[0].run(context)));
  }
  return sumOf(reports);
}

async function formOf(feeds: Feed[], file: string): Promise<OtherForm | undefined> {
  const forms = feeds.flatMap(({ otherForms = [] }) => otherForms);
  if (forms.length === 0) return undefined;
  const text = await readText(file);
  return forms.find((form) => form.matches(text));
}

async function readText(file: string): Promise<string> {
  return textOf(await readFile(file));
}

/** The sum of reports. */
function sumOf(reports: FeedReport[]): FeedReport {
  const total: FeedReport = { ...emptyReport(), conflicts: [] };
  for (const { ignored = {}, unknownWords = [], conflicts = [], ...report } of reports) {
    total.conflicts!.push(...conflicts);
    total.new += report.new;
    total.changed += report.changed;
    total.unchanged += report.unchanged;
    total.refused.push(...report.refused);
    total.more = report.more;
    addIgnored(total, ignored);
    addUnknownWords(total, unknownWords);
  }
  return total;
}
