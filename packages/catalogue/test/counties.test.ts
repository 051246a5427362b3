import { expect } from 'chai';
import { countyName, countyOfSlug, slugOf, slugOfCounty } from '../src/index.ts';

describe('counties', () => {
  it('have the full names of the Census Bureau', () => {
    const names: [ugc: string, name: string, full: string][] = [
      ['OKC027', 'Cleveland', 'Cleveland County'],
      ['LAC071', 'Orleans', 'Orleans Parish'],
      ['VAC059', 'Fairfax', 'Fairfax County'],
      ['VAC600', 'Fairfax', 'Fairfax city'],
      ['VAC036', 'Charles City', 'Charles City County'],
      ['VAC095', 'James City', 'James City County'],
      ['NVC510', 'Carson City', 'Carson City'],
      ['MOC510', 'St. Louis', 'St. Louis city'],
      ['MDC005', 'Baltimore', 'Baltimore County'],
      ['AKC090', 'Fairbanks North Star', 'Fairbanks North Star Borough'],
      ['AKC110', 'Juneau', 'Juneau City and Borough'],
      ['AKC290', 'Yukon-Koyukuk', 'Yukon-Koyukuk Census Area'],
      ['CTC001', 'Fairfield', 'Fairfield County'],
      ['CTC190', 'Western Connecticut', 'Western Connecticut Planning Region'],
      ['DCC001', 'District of Columbia', 'District of Columbia'],
      ['PRC127', 'San Juan', 'San Juan Municipio'],
      ['GUC010', 'Guam', 'Guam'],
    ];
    for (const [ugc, name, full] of names) expect(countyName({ ugc, name }), ugc).to.equal(full);
  });

  it('are found by slugs without accents and punctuation', () => {
    const slugs = ['St. Louis', "Prince George's", 'Doña Ana', 'Miami-Dade', 'Lac qui Parle', 'De Soto'].map(slugOf);
    expect(slugs).to.deep.equal(['st-louis', 'prince-georges', 'dona-ana', 'miami-dade', 'lac-qui-parle', 'de-soto']);
  });

  it('distinguish a county from a city with the same name', () => {
    const city = { ugc: 'VAC600', name: 'Fairfax' };
    const county = { ugc: 'VAC059', name: 'Fairfax' };
    const virginia = [city, county];
    for (const slug of ['fairfax', 'Fairfax County', 'fairfax-county']) {
      expect(countyOfSlug(virginia, slug), slug).to.equal(county);
    }
    expect(countyOfSlug(virginia, 'fairfax-city')).to.equal(city);
    expect(countyOfSlug(virginia, 'constructor')).to.equal(undefined);
    expect([county, city].map((each) => slugOfCounty(virginia, each))).to.deep.equal(['fairfax', 'fairfax-city']);
  });
});
