import type { Database, FeedProblem } from '@severe/db';
import { expect } from 'chai';
import { onEachDatabase } from '../support/each-database.ts';
import { at } from '../support/times.ts';

onEachDatabase('tables/source-runs', (open) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });
  const failed = (error: string, problem: FeedProblem = 'unavailable') => ({ failure: { problem, error } });
  const run = (time: string, ok: boolean, more: { dataAt?: Date; nextRunAt?: Date } = {}) =>
    db.sourceRuns.record({
      feed: 'mrms',
      source: 'radar',
      startedAt: at(time),
      durationMs: 1500.4,
      ...(ok ? {} : failed('HTTP 503')),
      ...more,
    });
  const health = async (now: Date) => (await db.sourceRuns.health(now))[0];

  it('has no record of a source that never ran', async () => {
    expect(await db.sourceRuns.health(at('22:00'))).to.deep.equal([]);
  });

  it('reports a source that has run', async () => {
    await run('22:00', true, { dataAt: at('21:58'), nextRunAt: at('22:02') });
    expect(await health(at('22:01'))).to.deep.equal({
      source: 'radar',
      lastSuccessAt: new Date(at('22:00').getTime() + 1500),
      lastAttemptAt: at('22:00'),
      lastError: null,
      lastErrorAt: null,
      problems: [],
      failingSince: null,
      consecutiveFailures: 0,
      lastDurationMs: 1500,
      dataAt: at('21:58'),
      serviceAt: null,
      secondAt: null,
      successRate1h: 1,
      successRate24h: 1,
      nextRunAt: at('22:02'),
    });
  });

  it('tells what happened in each interval: attempts, and the greatest age of the data', async () => {
    await run('21:59:59', true, { dataAt: at('21:58') });
    await run('22:01', true, { dataAt: at('22:00') });
    await run('22:14', false);
    await run('22:31', true, { dataAt: at('22:30') });
    expect(await db.sourceRuns.history(at('22:00'), 900)).to.deep.equal([
      { source: 'radar', interval: 0, succeeded: 1, failed: 1, worstAgeSeconds: 841 },
      { source: 'radar', interval: 2, succeeded: 1, failed: 0, worstAgeSeconds: 61 },
    ]);
  });

  it('counts failures in a row and forgets them at a success, but not the last error', async () => {
    await run('22:00', true, { dataAt: at('21:58') });
    await run('22:02', false);
    await run('22:04', false);
    const failing = await health(at('22:05'));
    expect(failing).to.include({ consecutiveFailures: 2, lastError: 'HTTP 503' });
    expect(failing.dataAt).to.deep.equal(at('21:58'));
    expect(failing.lastSuccessAt).to.deep.equal(new Date(at('22:00').getTime() + 1500));

    await run('22:06', true);
    const healed = await health(at('22:07'));
    expect(healed).to.include({ consecutiveFailures: 0, lastError: 'HTTP 503' });
    expect(healed.nextRunAt).to.equal(null);
  });

  it('reports the problems of every feed of a source until that feed succeeds', async () => {
    const runOf = (feed: string, time: string, problem?: FeedProblem) =>
      db.sourceRuns.record({
        feed,
        source: 'tropical',
        startedAt: at(time),
        durationMs: 1,
        ...(problem ? failed('why', problem) : {}),
      });
    const problems = async (now: string) => {
      const entry = await health(at(now));
      return [entry.problems, entry.failingSince, entry.consecutiveFailures];
    };
    await runOf('storms', '22:00', 'unreadable');
    await runOf('outlook', '22:01');
    expect(await problems('22:02')).to.deep.equal([['unreadable'], at('22:00'), 1]);
    await runOf('outlook', '22:03', 'empty');
    await runOf('storms', '22:04', 'unavailable');
    expect(await problems('22:05')).to.deep.equal([['empty', 'unavailable'], at('22:00'), 2]);
    await runOf('storms', '22:06');
    expect(await problems('22:07')).to.deep.equal([['empty'], at('22:03'), 1]);
    await runOf('outlook', '22:08');
    expect(await problems('22:09')).to.deep.equal([[], null, 0]);
  });

  it('forgets the problem of a feed that has not run for a day', async () => {
    await run('10:00', false);
    await db.sourceRuns.removeOld(at('11:00'));
    expect((await health(at('11:00'))).problems).to.deep.equal([]);
  });

  it('rates the last hour and the last day', async () => {
    for (const [time, ok] of [
      ['21:00', false],
      ['21:10', true],
      ['22:20', true],
      ['22:30', false],
      ['22:40', true],
    ] as const) {
      await run(time, ok);
    }
    const { successRate1h, successRate24h } = await health(at('23:00'));
    expect(successRate1h).to.be.closeTo(2 / 3, 1e-12);
    expect(successRate24h).to.be.closeTo(3 / 5, 1e-12);
  });

  it('has no success rate without runs, and still reports the last success', async () => {
    await run('10:00', true);
    await db.sourceRuns.removeOld(at('11:00'));
    const later = await health(at('22:00'));
    expect(later).to.include({ successRate1h: null, successRate24h: null });
    expect(later.lastSuccessAt).to.deep.equal(new Date(at('10:00').getTime() + 1500));
  });

  it('stores only newer data times, also before the first run', async () => {
    await db.sourceRuns.recordData('radar', at('22:02'));
    await db.sourceRuns.recordData('radar', at('22:00'));
    expect((await health(at('22:05'))).dataAt).to.deep.equal(at('22:02'));
    expect((await health(at('22:05'))).lastAttemptAt).to.equal(null);
    await run('22:06', true, { dataAt: at('21:00') });
    expect((await health(at('22:07'))).dataAt).to.deep.equal(at('22:02'));
  });

  it('counts new data as a success while the run that fetches them goes on', async () => {
    db = await open({ clock: () => at('22:05') });
    await run('22:00', false);
    await db.sourceRuns.recordData('radar', at('22:02'));
    expect((await health(at('22:05'))).lastSuccessAt).to.deep.equal(at('22:05'));
    await run('22:06', false);
    expect((await health(at('22:07'))).lastSuccessAt).to.deep.equal(at('22:05'));
  });

  it('separates sources, and real from simulated data', async () => {
    await run('22:00', true);
    await db.sourceRuns.record({
      feed: 'hrrr',
      source: 'hrrr',
      startedAt: at('22:01'),
      durationMs: 1,
      ...failed('404'),
    });
    const simulated = await open({ simulated: true, keep: true });
    await simulated.sourceRuns.recordData('radar', at('23:59'));
    expect((await db.sourceRuns.health(at('22:05'))).map((each) => [each.source, each.successRate1h])).to.deep.equal([
      ['hrrr', 0],
      ['radar', 1],
    ]);
    expect((await health(at('22:05'))).source).to.equal('hrrr');
    expect(await simulated.sourceRuns.health(at('22:05'))).to.have.length(1);
  });
});
