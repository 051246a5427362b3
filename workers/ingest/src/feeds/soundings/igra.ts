import { addIgnored, emptyReport, type FeedReport, type OtherForm } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { isIgra } from './parse-igra.ts';
import { storeSoundings } from './store-soundings.ts';

/** Soundings of the Integrated Global Radiosonde Archive. Of two soundings of an hour the one with more levels is stored. */
export const igraSoundings: OtherForm = {
  about: 'files of the Integrated Global Radiosonde Archive, version 2',
  matches: isIgra,
  async store(context, texts) {
    const report: FeedReport = { ...emptyReport(), isResponseValid: true };
    for (const text of texts) {
      const { rows, refused, ignored } = await parseInThread('igraSoundings', text);
      report.refused.push(...refused);
      addIgnored(report, ignored);
      await storeSoundings(context, rows, report);
    }
    return report;
  },
};
