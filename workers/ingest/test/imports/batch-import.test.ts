import { expect } from 'chai';
import { DataError, UpstreamError } from '@severe/base';
import { BatchImport } from '../../src/imports/batch-import.ts';
import { Ignored } from '../../src/parse/parsed.ts';

describe('imports/batch-import', () => {
  it('stores rows in batches, and counts them by outcome', async () => {
    const bundles: number[][] = [];
    const intake = new BatchImport<number>(
      async (rows) => {
        bundles.push(rows);
        return { new: rows.filter((row) => row % 2 === 0).length, changed: rows.includes(3) ? 1 : 0 };
      },
      () => 1 / 4,
    );
    for (let i = 0; i < 10; i++) await intake.add(() => i, () => ''); // prettier-ignore
    await intake.add(() => new Ignored('closed'), () => ''); // prettier-ignore
    expect(bundles).to.have.length(2);
    const report = await intake.finish();
    expect(bundles.map(({ length }) => length)).to.deep.equal([4, 4, 2]);
    expect(report).to.deep.equal({ new: 5, changed: 1, unchanged: 4, refused: [], ignored: { closed: 1 } });
  });

  it('stops before the next batch when it is aborted, also while it waits for the database', async () => {
    const ending = new AbortController();
    let stored = 0;
    const store = async (rows: number[]) => ({ new: (stored += rows.length), changed: 0 });
    const intake = new BatchImport<number>(store, () => 1, ending.signal);
    await intake.add(() => 1, () => ''); // prettier-ignore
    ending.abort();
    const refused = await intake.add(() => 2, () => '').catch((error: unknown) => error); // prettier-ignore
    expect([(refused as Error).name, stored]).to.deep.equal(['AbortError', 1]);

    const later = new AbortController();
    const away = async () => {
      setImmediate(() => later.abort());
      throw new UpstreamError('database', 'away');
    };
    const waiting = new BatchImport<number>(away, () => 1, later.signal);
    expect(await waiting.add(() => 1, () => '').catch(({ name }) => name)).to.equal('AbortError'); // prettier-ignore
  });

  it('counts refusals by reason, and combines reasons beyond the limit', async () => {
    const intake = new BatchImport<number>(async () => ({ new: 0, changed: 0 }), () => 1); // prettier-ignore
    for (let i = 0; i < 120; i++) {
      const why = i < 20 ? 'the same' : `reason ${i}`;
      await intake.add(() => { throw new DataError('x', why); }, () => `row ${i}`); // prettier-ignore
    }
    const { refused } = await intake.finish();
    expect(refused[0]).to.deep.equal({ why: 'the same', count: 20, example: 'row 0' });
    expect(refused).to.have.length(51);
    expect(refused.at(-1)).to.deep.equal({ why: 'for other reasons', count: 51, example: 'row 69' });
  });

  it('retries with smaller batches if the database is slow', async () => {
    const asked: number[] = [];
    const slow = async (rows: number[]) => {
      asked.push(rows.length);
      if (rows.length > 2) throw new UpstreamError('database', 'no answer within 2500 ms');
      return { new: rows.length, changed: 0 };
    };
    const intake = new BatchImport<number>(slow, () => 1 / 4);
    for (let i = 0; i < 4; i++) await intake.add(() => i, () => ''); // prettier-ignore
    expect(asked).to.deep.equal([4, 2, 2]);
    expect(await intake.finish()).to.deep.include({ new: 4, unchanged: 0 });
  });

  it('does not retry programming errors', async () => {
    const intake = new BatchImport<number>(async () => { throw new TypeError('a mistake'); }, () => 1); // prettier-ignore
    const failed = await intake.add(() => 1, () => '').catch((error: unknown) => error); // prettier-ignore
    expect(failed).to.be.instanceOf(TypeError);
  });
});
