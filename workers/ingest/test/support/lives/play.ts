import { newUser } from '@severe/db/testing/rows/new-user';
import { newWebhook } from '@severe/db/testing/rows/new-webhook';
import { seeded } from '@severe/testing/seeded';
import type { Knex } from 'knex';
import { alertBulletins } from '../../../src/feeds/nws-alerts/bulletins.ts';
import { createNwsAlerts } from '../../../src/feeds/nws-alerts/feed.ts';
import type { FeedContext, FeedReport } from '../../../src/feed.ts';
import { deliveriesOf, latestSteps, type Delivery, type Telling } from './deliveries.ts';
import { markUnknowable } from './expected.ts';
import { makeLives, stepCount, stepMs, type Calendar } from './make-lives.ts';
import { bulletinOf, listedAt, listOf } from './payloads.ts';
import { Watcher, type Tally } from './watcher.ts';

export interface PlayOptions {
  lives: number;
  seed: number;
  /** Lives of one calendar; each calendar has a year of its own. Default: 2000. */
  atOnce?: number;
  onCalendar?: (tally: Tally) => void;
}

/** What a run plays with. The clock of `context` is the one that `setClock` sets. */
export interface Stage {
  context: Omit<FeedContext, 'fetcher'>;
  knex: Knex;
  setClock: (now: Date) => void;
}

const tellings: Telling[] = ['lists', 'texts', 'both'];
const firstYear = 2011;

/**
 * Plays lives of events over New Years, as lists and as texts, late, twice and out of order, and compares what the service stores,
 * tells and delivers with the truth.
 */
export async function playLives(stage: Stage, { lives, seed, atOnce = 2000, onCalendar }: PlayOptions): Promise<Tally> {
  const random = seeded(seed);
  const tally: Tally = { lives: 0, messages: 0, conflicts: 0, unknowable: 0, differences: [] };
  const { db } = stage.context;
  const user = (await db.users.insert(newUser()))!.id;
  await db.webhooks.insert(user, newWebhook({ fence: { bbox: [-179, -80, 179, 80], geometry: null } }), 100);
  await db.webhookDeliveries.matchWebhooks(10);
  const watcher = new Watcher(db, stage.knex, tally);
  for (let round = 0; tally.lives < lives; round++) {
    const telling = tellings[round % tellings.length];
    const count = Math.min(atOnce, lives - tally.lives);
    const year = firstYear + round;
    const firstNumber = 1 + (round % 2) * 2000;
    const made = {
      year,
      lives: count,
      random,
      firstId: tally.lives + 1,
      firstNumber,
      withStatements: telling === 'lists',
    };
    const calendar = makeLives(made);
    if (telling !== 'lists') markUnknowable(calendar.lives, (latestSteps + 1) * stepMs);
    tally.lives += calendar.lives.length;
    tally.unknowable += calendar.lives.filter(({ isUnknowable }) => isUnknowable).length;
    await playCalendar(stage, watcher, calendar, deliveriesOf(calendar, stepCount, telling, random));
    onCalendar?.(tally);
  }
  return tally;
}

async function playCalendar(
  { context, setClock }: Stage,
  watcher: Watcher,
  calendar: Calendar,
  deliveries: Delivery[],
): Promise<void> {
  let answer = '';
  const fetcher = {
    bytes: async () => undefined,
    text: async () => undefined,
    changedText: async () => ({ text: answer, markStored: () => undefined }),
  };
  const feed = createNwsAlerts();
  const { expected } = watcher;
  setClock(calendar.start);
  await watcher.forget(new Date(calendar.start.getTime() - 150 * 24 * 3_600_000));
  watcher.expectAlso(calendar.products);
  for (const delivery of deliveries) {
    const { at: now } = delivery;
    setClock(now);
    let report: FeedReport;
    if (delivery.form === 'list') {
      const messages = listedAt(calendar.lives, delivery.of);
      if (messages.length === 0) continue; // an empty list is suspicious
      answer = listOf(messages, delivery.of, delivery.isComplete);
      report = await feed.run({ ...context, fetcher });
      for (const message of messages) expected.hear(message, 'list', now);
      expected.pass(now, delivery.isComplete ? new Set(messages.map(({ life }) => life.id)) : undefined);
      watcher.tally.messages += messages.length;
    } else {
      report = await alertBulletins.store({ ...context, fetcher }, delivery.products.map(bulletinOf));
      const products = delivery.products.toSorted((a, b) => a.at.getTime() - b.at.getTime());
      const messages = products.flatMap((product) => product.messages);
      for (const message of messages) expected.hear(message, 'text', now);
      await context.db.alerts.expire();
      expected.pass(now);
      watcher.tally.messages += messages.length;
    }
    for (const { what, why } of report.refused) watcher.differ(`refused ${what}: ${why}`);
    watcher.tally.conflicts += report.conflicts?.length ?? 0;
    await watcher.compare(now);
  }
}
