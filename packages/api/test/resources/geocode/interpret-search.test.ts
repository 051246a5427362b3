import { expect } from 'chai';
import { interpretSearch } from '../../../src/resources/geocode/interpret-search.ts';

describe('api/geocode/interpret-search', () => {
  it('interprets two numbers as a point within bounds', () => {
    expect(interpretSearch(' 35.22, -97.44 ')).to.deep.equal([{ kind: 'point', lat: 35.22, lon: -97.44 }]);
    expect(interpretSearch('95,-97')).to.deep.equal([]);
  });

  it('interprets five digits as a postcode, with or without four more', () => {
    expect(interpretSearch('73069')).to.deep.equal([{ kind: 'postcode', code: '73069' }]);
    expect(interpretSearch('73069-1234')).to.deep.equal([{ kind: 'postcode', code: '73069' }]);
  });

  it('interprets a trailing state, then the whole text as a name', () => {
    const [first, second] = interpretSearch('Norman, OK');
    expect(first).to.deep.equal({ kind: 'name', term: 'norman', state: 'OK' });
    expect(second).to.deep.equal({ kind: 'name', term: 'norman ok' });
    expect(interpretSearch('Winston-Salem North Carolina')[0]).to.deep.equal({
      kind: 'name',
      term: 'winston salem',
      state: 'NC',
    });
    expect(interpretSearch('New York')).to.deep.equal([{ kind: 'name', term: 'new york' }]);
  });

  it('interprets punctuation as nothing', () => {
    expect(interpretSearch('?!')).to.deep.equal([]);
  });
});
