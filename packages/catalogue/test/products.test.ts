import { expect } from 'chai';
import {
  findProduct,
  frameId,
  frameKeys,
  hrrrProducts,
  isComposite,
  productsOf,
  radarProducts,
  rawKey,
  satelliteProducts,
} from '../src/index.ts';
import { mosaicSource } from '../src/radar/shared.ts';

const all = [...radarProducts, ...satelliteProducts, ...hrrrProducts];

describe('products', () => {
  it('are the six mosaics, six satellite products and twelve fields of the specification', () => {
    expect(radarProducts.map(({ id }) => id)).to.deep.equal([
      'composite-reflectivity',
      'base-reflectivity',
      'mesh-30min',
      'rotation-30min',
      'vil',
      'echo-tops',
    ]);
    expect(satelliteProducts.map(({ id }) => id)).to.have.members(
      'ir visible geocolor air-mass dust fire-temp'.split(' '),
    );
    expect(hrrrProducts.filter(({ valuesOnly }) => !valuesOnly).map(({ id }) => id)).to.deep.equal(
      'cape cin lifted-index refc t2m td2m wind10m gust precip-1h srh-0-3km shear-0-6km uh-2-5km'.split(' '),
    );
  });

  for (const product of all) {
    it(`${product.family}/${product.id} has an ascending palette and a valid range`, () => {
      const values = product.palette.map(([value]) => value);
      expect(values).to.deep.equal([...values].sort((a, b) => a - b));
      expect(product.palette.every(([, colour]) => /^#[0-9a-f]{6}$/.test(colour))).to.equal(true);
      expect(product.palette.length > 1).to.equal(!product.valuesOnly && !isComposite(product));
      expect(product.min).to.be.lessThan(product.max);
      if (product.threshold !== undefined) expect(product.palette[0]?.[0]).to.equal(product.threshold);
    });
  }

  it('are found by name alone', () => {
    expect(findProduct('radar', 'vil')?.name).to.equal('Vertically integrated liquid');
    for (const nobody of ['constructor', '__proto__', '', 'VIL'])
      expect(findProduct('radar', nobody)).to.equal(undefined);
    expect(productsOf('hrrr')).to.equal(hrrrProducts);
  });
});

describe('mosaicSource', () => {
  it('has the level of a mosaic in folder and record', () => {
    const strikes = mosaicSource('NLDN_CG_005min_AvgDensity', { levelM: 0 });
    expect([strikes.folder, strikes.records[0].level]).to.deep.equal([
      'NLDN_CG_005min_AvgDensity_00.00',
      '0 m above mean sea level',
    ]);
    expect(mosaicSource('MergedReflectivityQC', { levelM: 12_500 }).folder).to.equal('MergedReflectivityQC_12.50');
  });
});

describe('frames', () => {
  const run = new Date('2026-05-20T22:00:00Z');
  const valid = new Date('2026-05-21T03:00:00Z');

  it('have ids and storage keys of product and times', () => {
    expect(frameId({ family: 'radar', product: 'vil', runAt: null, validAt: valid })).to.equal(
      'radar/vil/202605210300',
    );
    const frame = { family: 'hrrr', product: 'cape', runAt: run, validAt: valid } as const;
    expect(frameId(frame)).to.equal('hrrr/cape/202605202200/202605210300');
    expect(rawKey(frame, 'grib2')).to.equal('raw/hrrr/cape/202605202200/202605210300.grib2');
    expect(frameKeys(frame, 'b1').tiles).to.equal('frames/hrrr/cape/202605202200/202605210300/b1/tiles.pmtiles');
  });
});
