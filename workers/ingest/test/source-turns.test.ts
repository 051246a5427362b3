import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { requireService } from '@severe/testing/services';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { emptyReport, type Feed, type FeedContext } from '../src/feed.ts';
import { schedule } from '../src/schedule.ts';
import { sharedTurns } from '../src/source-turns.ts';

const sources = ['alerts', 'radar', 'reports', 'watches'];

/** What processes with the same feeds do, each with a schedule of its own on one database. */
describe('feeds of several processes', function () {
  this.timeout(120_000);
  let db: Database;
  const runs: { process: string; feed: string }[] = [];
  const running = new Set<string>();
  const overlapping: string[] = [];
  const processes = new Map<string, () => Promise<void>>();

  before(async function () {
    const settings = loadSettings(await requireService(this, 'postgres'));
    db = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: true });
  });
  after(async () => {
    await Promise.all([...processes.values()].map((stop) => stop()));
    await db?.close();
  });

  function start(process: string): void {
    const feeds = sources.map((source): Feed => {
      const id = `shared ${source}`;
      return {
        id, source, about: '', everySeconds: 0.5,
        run: async () => {
          if (running.has(id)) overlapping.push(id);
          running.add(id);
          await new Promise((resolve) => setTimeout(resolve, 20));
          running.delete(id);
          runs.push({ process, feed: id });
          return emptyReport();
        },
      }; // prettier-ignore
    });
    const context = { db, clock: createClock(), log: silentLog } as unknown as FeedContext;
    processes.set(process, schedule(feeds, context, { turns: sharedTurns(db.sourceLeases, silentLog) }));
  }

  const feedsOf = (process: string, since = 0) =>
    new Set(runs.slice(since).filter((run) => run.process === process).map(({ feed }) => feed)); // prettier-ignore

  it('are run by one of them at a time, spread, and all by the one that is left', async () => {
    start('one');
    await until(() => feedsOf('one').size === sources.length, { everyMs: 50 });
    start('two');
    await until(() => feedsOf('two').size === sources.length / 2, { everyMs: 50 });
    const spread = runs.length;
    await until(() => runs.length > spread + 20, { everyMs: 50 });
    expect(feedsOf('two').size, 'no more than its share').to.equal(sources.length / 2);
    await processes.get('one')!();
    const left = runs.length;
    await until(() => feedsOf('two', left).size === sources.length, { everyMs: 50 });
    expect(overlapping).to.deep.equal([]);
  });
});
