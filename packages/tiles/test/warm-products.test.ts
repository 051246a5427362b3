import { expect } from 'chai';
import type { ListedFrame } from '../src/frame-index.ts';
import { WarmProducts } from '../src/warm-products.ts';

const frame = (family: string, product: string) => ({ family, product }) as ListedFrame;

describe('warm-products', () => {
  it('knows the products that were asked for in the last twenty minutes', () => {
    let minutes = 0;
    const warm = new WarmProducts(() => minutes * 60_000);
    expect(warm.isWarm(frame('radar', 'composite-reflectivity'))).to.equal(false);
    warm.note(frame('radar', 'composite-reflectivity'));
    minutes = 15;
    expect(warm.isWarm(frame('radar', 'composite-reflectivity'))).to.equal(true);
    expect(warm.isWarm(frame('radar', 'echo-tops'))).to.equal(false);
    expect(warm.isWarm(frame('nexrad', 'composite-reflectivity'))).to.equal(false);
    minutes = 34;
    expect(warm.isWarm(frame('radar', 'composite-reflectivity')), '19 minutes after it was found').to.equal(true);
    minutes = 35;
    expect(warm.isWarm(frame('radar', 'composite-reflectivity'))).to.equal(false);
    warm.note(frame('radar', 'composite-reflectivity'));
    expect(warm.isWarm(frame('radar', 'composite-reflectivity'))).to.equal(true);
  });
});
