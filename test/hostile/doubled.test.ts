import { createFeeds } from '@severe/ingest';
import {
  bareName,
  capturePayloads,
  parseHere,
  parserNames,
  type Captured,
} from '@severe/ingest/testing/captured-payloads';
import { testConnection, testDatabase } from '@severe/db/testing/database';
import { Dice } from '@severe/testing/hostile/dice';
import { expect } from 'chai';
import { bucketFeeds, setServicesLate } from '../../scripts/faults/matrix/feeds.ts';
import { contextFor } from '../../scripts/faults/matrix/round.ts';
import { openStores, type Stores } from '../../scripts/faults/matrix/stores.ts';
import { lengthened, type Lengthen } from './doubled.ts';
import { samplePayloads } from './sample-payloads.ts';

/** Lengthened texts of each parser; `SEVERE_DOUBLED=2000` takes some minutes. */
const texts = Number(process.env['SEVERE_DOUBLED'] ?? 40);
const seed = Number(process.env['SEVERE_SEED'] ?? 1);

/** Lengths of runs, in characters: what doubles its time with each of them is seen at the first, the rest at the last. */
const lengths = [24, 16_000];
/** Only a parser that needs so much processor time is measured more closely. */
const suspectMs = 40;
/** Time of a run of double length: twice as much is in proportion, four times is the square. */
const maxRatio = 3;

type Parse = (text: string) => unknown;

/** Processor time of the best of some tries: other work of the machine and of the collector adds to some of them. */
async function timeOf(parse: Parse, text: string, tries: number): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < tries; i++) {
    const before = process.cpuUsage();
    await parse(text);
    const { user } = process.cpuUsage(before);
    best = Math.min(best, user / 1000);
  }
  return best;
}

/** What a parser needs for a run of some length beside one of half of it; undefined if it is quick. */
async function growthOf(parse: Parse, lengthen: Lengthen): Promise<number | undefined> {
  for (const length of lengths) {
    if ((await timeOf(parse, lengthen(length), 1)) < suspectMs) continue;
    const whole = await timeOf(parse, lengthen(length), 3);
    if (whole >= suspectMs) return whole / (await timeOf(parse, lengthen(length / 2), 3));
  }
  return undefined;
}

describe(`a run of double length takes at most some more than twice the time (SEVERE_SEED=${seed})`, function () {
  this.timeout(3_600_000);
  let stores: Stores;
  let captured: Captured;

  before(async function () {
    await testDatabase({ simulated: true }); // empties the tables
    const now = new Date('2026-05-20T22:30:00Z');
    stores = await openStores(now, { connection: await testConnection() });
    captured = await capturePayloads(async () => {
      for (const isLate of [false, true]) {
        await setServicesLate(stores.sql, isLate);
        for (const feed of createFeeds()) {
          if (!bucketFeeds.has(feed.id)) await feed.run(contextFor(stores, stores.providers)).catch(() => undefined);
        }
      }
    });
    for (const [name, payloads] of samplePayloads(now))
      captured.set(name, [...payloads, ...(captured.get(name) ?? [])]);
  });
  after(() => stores?.close());

  it('knows a payload that every parser reads', async () => {
    const unread: string[] = [];
    for (const name of parserNames) {
      const outcomes = await Promise.all((captured.get(name) ?? []).map((given) => parseHere(name, given)));
      if (!outcomes.includes('read')) unread.push(name);
    }
    expect(unread).to.deep.equal([]);
  });

  it('measures what grows with the square, and what doubles with each letter', async () => {
    expect(
      await growthOf(
        (text) => void /a+$/.test(text),
        (length) => `${'a'.repeat(length)}!`,
      ),
    ).to.be.above(maxRatio);
    expect(
      await growthOf(
        (text) => void /^(?:a+ ?)+$/.test(text),
        (length) => `${'a'.repeat(length)}!`,
      ),
    ).to.be.above(maxRatio);
  });

  for (const name of parserNames) {
    it(`by ${name}`, async function () {
      const payloads = captured.get(name);
      if (!payloads) this.skip();
      const dice = new Dice(seed);
      const wrong: string[] = [];
      for (let i = 0; i < texts; i++) {
        const given = dice.oneOf(payloads);
        const [first] = given;
        const list = Array.isArray(first) ? first : undefined;
        const text = list ? dice.oneOf(list) : first;
        if (typeof text !== 'string') continue;
        const { how, lengthen } = lengthened(text, dice);
        const parse: Parse = (longer) => parseHere(name, [list ? [longer] : longer, ...given.slice(1)]);
        const growth = await growthOf(parse, lengthen);
        if (growth !== undefined && growth > maxRatio) wrong.push(`${growth.toFixed(1)} × by ${how}`);
      }
      expect(wrong).to.deep.equal([]);
    });
  }

  it('by the names of imported places', async () => {
    for (const run of ['a', 'a ', ' ', 'Norman ', 'CDP ']) {
      const growth = await growthOf(
        (text) => void bareName(text),
        (length) => `Norman ${run.repeat(length / run.length)}!`,
      );
      if (growth !== undefined) expect(growth, run).to.be.below(maxRatio);
    }
  });
});
