import { expect } from 'chai';
import { statisticsOf } from '../src/statistics.ts';

describe('statistics', () => {
  /** Codes 0 and 1 have no value. */
  const valueOf = (code: number): number | null => (code < 2 ? null : code / 2);

  it('are those of the values, of codes of 8 bits and of 16', () => {
    expect(statisticsOf(Uint8Array.of(0, 6, 2, 255, 2, 1), valueOf)).to.deep.equal({ count: 6, missing: 2, min: 1, max: 127.5, mean: 33.125 }); // prettier-ignore
    expect(statisticsOf(Uint16Array.of(0, 6, 2, 65535), valueOf)).to.deep.equal({ count: 4, missing: 1, min: 1, max: 32767.5, mean: 32771.5 / 3 }); // prettier-ignore
  });

  it('have neither bounds nor mean if no code has a value', () => {
    const none = { missing: 2, min: null, max: null, mean: null };
    expect(statisticsOf(Uint8Array.of(0, 1), valueOf)).to.deep.equal({ count: 2, ...none });
    expect(statisticsOf(new Uint16Array(0), valueOf)).to.deep.equal({ count: 0, ...none, missing: 0 });
  });
});
