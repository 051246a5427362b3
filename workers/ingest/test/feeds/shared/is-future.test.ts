import { expect } from 'chai';
import { isFuture, issueToleranceMs, refuseFuture } from '../../../src/feeds/shared/is-future.ts';

const clock = () => new Date('2026-05-20T22:00:00Z');
const at = (time: string) => ({ at: new Date(`2026-05-${time}Z`) });

describe('feeds/shared/is-future', () => {
  it('tolerates clocks that differ by a quarter of an hour, and times of issue by a day', () => {
    expect(isFuture(at('20T22:15:00').at, clock)).to.equal(false);
    expect(isFuture(at('20T22:15:01').at, clock)).to.equal(true);
    expect(isFuture(at('21T22:00:00').at, clock, issueToleranceMs)).to.equal(false);
    expect(isFuture(at('21T22:00:01').at, clock, issueToleranceMs)).to.equal(true);
  });

  it('refuses rows of the future, and keeps what was refused before', () => {
    const rows = [at('20T21:00:00'), at('20T23:00:00'), { at: null }];
    const list = { rows, refused: [{ what: 'a', why: 'b' }] };
    expect(refuseFuture(list, clock, (row) => row.at, () => 'late')).to.deep.equal({
      rows: [rows[0], rows[2]],
      refused: [
        { what: 'a', why: 'b' },
        { what: 'late', why: 'expected a time in the past, got 2026-05-20T23:00:00.000Z' },
      ],
    }); // prettier-ignore
  });
});
