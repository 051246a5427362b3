import { PGlite } from '@electric-sql/pglite';
import { collectGarbage } from '@severe/async/collect-garbage';
import { expect } from 'chai';
import { queryMessage } from '../../src/embedded/messages.ts';
import { wireEngine, type WireEngine } from '../../src/embedded/wire-engine.ts';

const manyRows = `select repeat('row', 20) || n from generate_series(1, 20000) as n`;

describe('embedded/wire-engine', function () {
  this.timeout(60_000);
  let db: PGlite;
  let engine: WireEngine;

  before(async () => {
    db = await PGlite.create();
    engine = wireEngine(db);
  });
  after(() => db.close());

  it('returns the whole response to a message', async () => {
    const response = Buffer.from(await engine.send(queryMessage(manyRows))).toString('latin1');
    expect(response.match(/(?:row){20}\d+/g)).to.have.length(20_000);
    expect(response.slice(-6)).to.equal('Z\0\0\0\x05I');
  });

  it('returns each response once', async () => {
    const [one, other] = [await engine.send(queryMessage('select 1')), await engine.send(queryMessage('select 1'))];
    expect(Buffer.from(one).equals(other)).to.equal(true);
  });

  it('keeps nothing of a response', async () => {
    await engine.send(queryMessage(manyRows));
    const before = await heapUsed();
    for (let i = 0; i < 10; i++) await engine.send(queryMessage(manyRows));
    expect((await heapUsed()) - before).to.be.lessThan(15_000_000); // the rows of ten responses are 40 MB of objects
  });
});

/** Bytes of the heap in use. The second collection finds what other tests freed while the first one ran. */
async function heapUsed(): Promise<number> {
  collectGarbage();
  await new Promise(setImmediate);
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
