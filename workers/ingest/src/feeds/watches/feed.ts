import { DataError } from '@severe/base';
import type { ListedWatch } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext } from '../../feed.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { parseWatches } from './parse.ts';
import type { WatchRow } from './row.ts';

const watchesInForce = 'https://mesonet.agron.iastate.edu/json/spcwatch.py';

/** So many empty lists in a row are believed while a watch is in force. */
const emptyBelieved = 3;

/** The watches in force, from the Iowa Environmental Mesonet. */
export function createSpcWatches(): Feed {
  let emptyLists = 0;

  /** An empty list while a watch is in force is a fault of the provider's until it repeats. */
  async function refuseSuspicious({ db, clock }: FeedContext, { rows, refused }: Parsed<WatchRow>): Promise<void> {
    if (rows.length === 0 && refused.length > 0) throw new DataError('watches', refused[0].why);
    emptyLists = rows.length === 0 ? emptyLists + 1 : 0;
    if (emptyLists === 0 || emptyLists >= emptyBelieved) return;
    const active = await db.watches.activeCount(clock());
    if (active > 0) throw new DataError('suspicious', `an empty list, while ${active} watches are in force`);
  }

  return {
    id: 'spc-watches',
    source: 'watches',
    about: 'Tornado and severe thunderstorm watches, from the Iowa Environmental Mesonet',
    everySeconds: 300,
    standsBackSeconds: 6,
    async run(context) {
      const { fetcher, db, clock } = context;
      const report = { ...emptyReport(), sound: true };
      const answer = await fetcher.changedText(watchesInForce, { accept: 'application/json', maxBytes: 16 << 20 });
      const list = answer && parseWatches(answer.text);
      if (list) await refuseSuspicious(context, list);
      const watches = list?.rows.map(listedOf) ?? [];
      const change = await db.watches.take(watches, list?.refused.length === 0);
      answer?.keep();
      report.new = change.new.length;
      report.changed = change.updated.length + change.ended.length;
      report.refused = list?.refused ?? [];
      if (report.new + report.changed > 0) await announce(context, { source: 'watches', ...change });
      await db.sourceRuns.recordData('watches', clock());
      return report;
    },
  };
}

/** The list of the Mesonet tells the end of every watch. */
function listedOf(watch: WatchRow): ListedWatch {
  const { year, number, type, pds, maxHailIn, maxWindKt, issuedAt, expiresAt, url, area } = watch;
  return { year, number, type, pds, maxHailIn, maxWindKt, issuedAt, expiresAt: expiresAt!, url, area };
}
