import { expect } from 'chai';
import { plainView, readView, writeView } from '../src/view.ts';

describe('viewer/view', () => {
  const view = {
    layer: 'nexrad/srm',
    under: 'satellite/ir',
    beside: 'nexrad/velocity',
    palette: 'colour-blind',
    smooth: 'on',
    opacity: 70,
    site: 'KTLX',
    tilt: 0.9,
    motion: '245/35',
    over: 'watches,lightning',
    hours: 3,
    time: '202605202218',
  } as const;

  it('is written to a link and read from it, beside the position of the map', () => {
    const hash = writeView(view, '#at=7/35.2/-97.5');
    expect(hash).to.equal(
      '#at=7/35.2/-97.5&layer=nexrad/srm&under=satellite/ir&beside=nexrad/velocity&palette=colour-blind&smooth=on&opacity=70&site=KTLX&tilt=0.9' +
        '&motion=245/35&over=watches,lightning&hours=3&time=202605202218',
    );
    expect(readView(hash)).to.deep.equal(view);
    expect(readView(hash.replaceAll('/', '%2F'))).to.deep.equal(view);
  });

  it('replaces its earlier parts, and leaves out defaults', () => {
    const hash = writeView(view, '#at=7/35.2/-97.5');
    expect(writeView({ ...view, tilt: 1.3 }, hash))
      .to.include('&tilt=1.3&')
      .and.not.include('tilt=0.9');
    expect(writeView(plainView, hash)).to.equal('#at=7/35.2/-97.5');
  });

  it('ignores invalid parts of a link', () => {
    const wrong =
      '#layer=../admin&under=x&beside=y&palette=pink&smooth=1&opacity=7&site=K%26&tilt=90&motion=400/10&over=A/b&time=now&%';
    expect(readView(wrong)).to.deep.equal(plainView);
    expect(readView('')).to.deep.equal(plainView);
  });
});
