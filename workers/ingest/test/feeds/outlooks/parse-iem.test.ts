import { expect } from 'chai';
import { parseOutlooksAtPoint } from '../../../src/feeds/outlooks/parse-iem.ts';
import { refusalOf } from '../../support/refusal.ts';

const outlook = {
  day: 1,
  utc_issue: '2026-05-17T12:00:00Z',
  utc_expire: '2026-05-18T11:00:00Z',
  utc_product_issue: '2026-05-17T06:10:00Z',
  threshold: '0.10',
  category: 'TORNADO',
};
const read = (...changes: unknown[]) =>
  parseOutlooksAtPoint(JSON.stringify({ outlooks: changes.map((change) => (typeof change === 'object' ? { ...outlook, ...change } : change)) })); // prettier-ignore

describe('outlooks/parse-iem', () => {
  it('reads every field of an outlook', () => {
    expect(read({})).to.deep.equal({
      rows: [
        {
          day: 1,
          type: 'tornado',
          risk: '10',
          riskRank: null,
          probability: 0.1,
          significant: false,
          issuedAt: new Date('2026-05-17T06:10:00Z'),
          validFrom: new Date('2026-05-17T12:00:00Z'),
          validTo: new Date('2026-05-18T11:00:00Z'),
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('reads categories, and gives days 4 to 8 those of their probabilities', () => {
    const typeOf = (change: object) => {
      const [{ type, riskRank }] = read(change).rows;
      return [type, riskRank];
    };
    expect(typeOf({ category: 'CATEGORICAL', threshold: 'MDT' })).to.deep.equal(['categorical', 5]);
    expect(typeOf({ day: 3, category: 'ANY SEVERE', threshold: '0.15' })).to.deep.equal(['severe', null]);
    expect(typeOf({ day: 4, category: 'ANY SEVERE', threshold: '0.15' })).to.deep.equal(['categorical', 3]);
    expect(typeOf({ day: 8, category: 'ANY SEVERE', threshold: '0.30' })).to.deep.equal(['categorical', 4]);
  });

  it('refuses a broken outlook by its number, and reads the others', () => {
    const changes = [{ day: 'x' }, { category: null }, { threshold: 'M' }, { category: 'FROGS' }, { threshold: '2' }, { utc_issue: null }, { utc_expire: 'x' }, { utc_product_issue: '' }]; // prettier-ignore
    const { rows, refused } = read({}, 'x', ...changes);
    expect(rows).to.have.length(1);
    expect(refused).to.deep.equal([
      { what: 'outlook 1', why: 'expected an outlook as an object, got "x"' },
      { what: 'outlook 2', why: 'expected day as a number, got "x"' },
      { what: 'outlook 3', why: 'expected category as text, got null' },
      { what: 'outlook 4', why: 'expected threshold as text, got "M"' },
      { what: 'outlook 5', why: 'expected a category and its risk, got FROGS 0.10' },
      { what: 'outlook 6', why: 'expected a category and its risk, got TORNADO 2' },
      { what: 'outlook 7', why: 'expected utc_issue as a time, got null' },
      { what: 'outlook 8', why: 'expected utc_expire as a time, got "x"' },
      { what: 'outlook 9', why: 'expected utc_product_issue as a time, got ""' },
    ]);
  });

  it('refuses a payload without a list of outlooks', () => {
    expect(refusalOf(() => parseOutlooksAtPoint('7'))).to.equal('shape: expected outlooks as an object, got 7');
    expect(refusalOf(() => parseOutlooksAtPoint('{}'))).to.equal('shape: expected outlooks as a list, got nothing');
  });
});
