import { expect } from 'chai';
import { DataError, UpstreamError } from '@severe/base';
import { Intake } from '../../src/imports/intake.ts';
import { Ignored } from '../../src/parse/parsed.ts';

describe('imports/intake', () => {
  it('stores in bundles, and counts what became of each row', async () => {
    const bundles: number[][] = [];
    const intake = new Intake<number>(
      async (rows) => {
        bundles.push(rows);
        return { new: rows.filter((row) => row % 2 === 0).length, changed: rows.includes(3) ? 1 : 0 };
      },
      () => 1 / 4,
    );
    for (let i = 0; i < 10; i++) await intake.take(() => i, () => ''); // prettier-ignore
    await intake.take(() => new Ignored('closed'), () => ''); // prettier-ignore
    expect(bundles).to.have.length(2);
    const report = await intake.finish();
    expect(bundles.map(({ length }) => length)).to.deep.equal([4, 4, 2]);
    expect(report).to.deep.equal({ new: 5, changed: 1, unchanged: 4, refused: [], ignored: { closed: 1 } });
  });

  it('counts refusals by reason, and those of very many reasons together', async () => {
    const intake = new Intake<number>(async () => ({ new: 0, changed: 0 }), () => 1); // prettier-ignore
    for (let i = 0; i < 120; i++) {
      const why = i < 20 ? 'the same' : `reason ${i}`;
      await intake.take(() => { throw new DataError('x', why); }, () => `row ${i}`); // prettier-ignore
    }
    const { refused } = await intake.finish();
    expect(refused[0]).to.deep.equal({ why: 'the same', count: 20, example: 'row 0' });
    expect(refused).to.have.length(51);
    expect(refused.at(-1)).to.deep.equal({ why: 'for other reasons', count: 51, example: 'row 69' });
  });

  it('tries again with smaller bundles while the database is slow', async () => {
    const asked: number[] = [];
    const slow = async (rows: number[]) => {
      asked.push(rows.length);
      if (rows.length > 2) throw new UpstreamError('database', 'no answer within 2500 ms');
      return { new: rows.length, changed: 0 };
    };
    const intake = new Intake<number>(slow, () => 1 / 4);
    for (let i = 0; i < 4; i++) await intake.take(() => i, () => ''); // prettier-ignore
    expect(asked).to.deep.equal([4, 2, 2]);
    expect(await intake.finish()).to.deep.include({ new: 4, unchanged: 0 });
  });

  it('does not hide what is no matter of time', async () => {
    const intake = new Intake<number>(async () => { throw new TypeError('a mistake'); }, () => 1); // prettier-ignore
    const failed = await intake.take(() => 1, () => '').catch((error: unknown) => error); // prettier-ignore
    expect(failed).to.be.instanceOf(TypeError);
  });
});
