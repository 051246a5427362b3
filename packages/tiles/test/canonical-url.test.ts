import { expect } from 'chai';
import { tileUrlReader } from '../src/canonical-url.ts';
import { models } from '@severe/catalogue';
import { modelTiles } from '../src/resources/model-tiles.ts';
import { radarTiles, satelliteTiles } from '../src/resources/observed-tiles.ts';

describe('canonical-url', () => {
  const read = tileUrlReader([
    ...radarTiles,
    ...satelliteTiles,
    ...modelTiles(models.hrrr),
    ...modelTiles(models.rrfs),
  ]);
  const vil = '/api/v1/radar/tiles/vil/6/14/25';
  const cape = '/api/v1/hrrr/tiles/cape/6/14/25.png';

  it('reads product, tile, form and times', () => {
    const { tileProduct, tile, form, ts, valid, route } = read(`${vil}@2x.webp?ts=202605202218&palette=colour-blind`)!;
    expect(tileProduct.product.id).to.equal('vil');
    expect(tile).to.deep.equal({ z: 6, x: 14, y: 25 });
    expect(form).to.deep.equal({ scale: 2, media: 'image/webp', palette: 'colour-blind', smooth: false });
    expect([ts, valid]).to.deep.equal(['202605202218', undefined]);
    expect(route).to.equal('/api/v1/radar/tiles/{product}/{z}/{x}/{y}@2x.webp');
    expect(read(`${cape}?ts=202605202200&valid=202605210100`)).to.deep.include({ valid: '202605210100' });
    expect(read(`${cape}?smooth=true`)?.form).to.include({ scale: 1, smooth: true });
  });

  it('reads the plain form as undefined', () => {
    for (const url of [`${vil}.png`, `${vil}.png?palette=standard`, `${vil}.png?palette=standard&smooth=false`])
      expect(read(url)?.form, url).to.equal(undefined);
  });

  it('returns undefined for URLs that are not in canonical form, and for paths of other endpoints', () => {
    const stamp = 'ts=202605202218';
    for (const url of [
      `${vil}.png?`,
      `${vil}.png?&${stamp}`,
      `${vil}.png&${stamp}`,
      `${vil}.png?${stamp}?palette=standard`,
      `${vil}.png?${stamp}palette=standard`,
      `${vil}.png?palette=standard&${stamp}`,
      `${vil}.png?${stamp}&${stamp}`,
      `${vil}.png?${stamp}&valid=202605210100`,
      `${vil}.png?ts=20260520221`,
      `${vil}.png?unknown=1`,
      `${vil}.png?smooth=1`,
      `${vil}.png?smooth=true&palette=standard`,
      `${vil}.jpg`,
      `${vil}xpng`,
      `/x${vil}.png`,
      '/api/v1/radar/tiles/vil/11/0/0.png',
      '/api/v1/radar/tiles/vil/3/8/0.png',
      '/api/v1/radar/tiles/nope/6/14/25.png',
      '/api/v1/radar/tiles/cape/6/14/25.png',
      '/api/v1/radar/point?lat=1&lon=2',
    ]) {
      expect(read(url), url).to.equal(undefined);
    }
  });
});
