import { expect } from 'chai';
import { sources } from '@severe/catalogue';
import {
  alertsOfManyEvents,
  alertsOfOneEvent,
  numberedProducts,
  otherProducts,
  productsOfSources,
} from '../../src/parse/product-table.ts';
import { describeProduct, productOf } from '../../src/parse/products.ts';

describe('parse/products', () => {
  it('are found by the first letters of an identifier, or by all of it', () => {
    expect(productOf('SPSRLX')).to.deep.equal({ source: 'alerts', name: 'Special Weather Statement', event: 'Special Weather Statement' }); // prettier-ignore
    expect(productOf('NPWOUN')).to.deep.equal({ source: 'alerts', name: 'Non-Precipitation Weather Message' });
    expect(productOf('SWOMCD')).to.deep.equal({ source: 'discussions', name: 'mesoscale discussion' });
    expect(productOf('SWODY1')).to.deep.equal({ name: 'convective outlook' });
    expect(productOf('LSRDMX')).to.deep.equal({ source: 'reports', name: 'local storm report' });
    expect(productOf('RR8DMX')).to.deep.equal({ name: 'hydrologic data' });
    expect(productOf('AFD')).to.deep.equal({ source: 'text', name: 'area forecast discussion' });
  });

  it('are undefined for unknown identifiers', () => {
    for (const awips of ['', 'QQQOUN', 'SP', 'RRQOUN', 'constructor', '__proto__'])
      expect(productOf(awips), awips).to.equal(undefined);
  });

  it('are described with their names', () => {
    expect(describeProduct('AFDOUN')).to.equal('"AFDOUN" (area forecast discussion)');
    expect(describeProduct('QQQOUN')).to.equal('"QQQOUN"');
  });

  it('have a place in one table each, and a source of the catalogue', () => {
    const tables = [alertsOfOneEvent, alertsOfManyEvents, productsOfSources, otherProducts, numberedProducts];
    const codes = tables.flatMap((table) => Object.keys(table));
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).to.deep.equal([]);
    const known = new Set(sources.map(({ id }) => id));
    expect(Object.values(productsOfSources).filter(([source]) => !known.has(source))).to.deep.equal([]);
  });
});
