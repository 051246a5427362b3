import { presets, StartError } from '@severe/base';
import { expect } from 'chai';
import { hrrrProducts, modelProductsNamed, satelliteProducts, satelliteProductsNamed, sources } from '../src/index.ts';

const listed = (text = ''): string[] => text.split(',').filter(Boolean);

describe('presets', () => {
  it('name sources and products that exist', () => {
    for (const [name, { SOURCES, SATELLITE_PRODUCTS, HRRR_FIELDS }] of Object.entries(presets)) {
      expect(
        sources.map(({ id }) => id),
        name,
      ).to.include.members(listed(SOURCES));
      expect(
        satelliteProducts.map(({ id }) => id),
        name,
      ).to.include.members(listed(SATELLITE_PRODUCTS));
      expect(
        hrrrProducts.map(({ id }) => id),
        name,
      ).to.include.members(listed(HRRR_FIELDS));
    }
  });

  it('refuse products that do not exist, and fetch temperature whatever is named', () => {
    expect(() => satelliteProductsNamed(['irr'])).to.throw(StartError, 'no product is named irr; products are ir, ');
    expect(() => modelProductsNamed('hrrr', ['cape', 'constructor'])).to.throw(
      StartError,
      'no product is named constructor',
    );
    expect(modelProductsNamed('hrrr', ['precip-1h']).map(({ id }) => id)).to.deep.equal([
      't2m',
      'precip-1h',
      'elevation',
    ]);
  });

  it('always include the terrain', () => {
    expect(modelProductsNamed('hrrr', ['t2m']).map(({ id }) => id)).to.deep.equal(['t2m', 'elevation']);
    expect(modelProductsNamed('hrrr', [])).to.deep.equal(hrrrProducts);
  });
});
