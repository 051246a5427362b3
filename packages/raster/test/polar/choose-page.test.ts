import { expect } from 'chai';
import { choosePage } from '../../src/polar/choose-page.ts';
import type { Page } from '../../src/polar/volume-file.ts';

/** A page of which only what choosing looks at matters. */
function page(sweep: number, moment: Page['moment'], cutDeg: number, more: Partial<Page> = {}): Page {
  return {
    moment,
    sweep,
    cutDeg,
    elevationDeg: cutDeg,
    azimuthStepDeg: 0.5,
    startedAt: sweep,
    nyquistMps: null,
    isComplete: true,
    azimuthsDeg: new Float32Array(1),
    strip: { start: 0, length: 0 },
    gates: 1832,
    firstGateM: 2125,
    gateM: 250,
    wordBits: 8,
    scale: 2,
    offset: 66,
    ...more,
  };
}

const chosen = (pages: Page[], moment: Page['moment'], tilt: number) => choosePage(pages, moment, tilt)?.sweep;

describe('polar/choose-page', () => {
  it('uses the longer-range half of a split cut for reflectivity, and the Doppler half for velocity', () => {
    const pages = [page(0, 'REF', 0.5), page(1, 'REF', 0.5, { gates: 1192 }), page(1, 'VEL', 0.5, { gates: 1192 })];
    expect(chosen(pages, 'REF', 0.5)).to.equal(0);
    expect(chosen(pages, 'VEL', 0.5)).to.equal(1);
  });

  it('uses the newest of equal sweeps (SAILS), even if its gates end a little earlier', () => {
    const pages = [page(0, 'REF', 0.5), page(2, 'REF', 0.9), page(4, 'REF', 0.5, { gates: 1800 })];
    expect(chosen(pages, 'REF', 0.5)).to.equal(4);
  });

  it('prefers a complete sweep of a tilt to one that broke off', () => {
    const broken = page(4, 'REF', 0.5, { isComplete: false });
    expect(chosen([page(0, 'REF', 0.5), broken], 'REF', 0.5)).to.equal(0);
    expect(chosen([broken], 'REF', 0.5)).to.equal(4);
  });

  it('uses the nearest cut with the moment, the lower one of two equally near, and fine radials before coarse', () => {
    const pages = [page(0, 'REF', 0.5), page(1, 'VEL', 0.5), page(2, 'REF', 1.5), page(3, 'REF', 6)];
    expect([0, 0.9, 1, 1.1, 3.7, 3.8, 20].map((tilt) => chosen(pages, 'REF', tilt))).to.deep.equal([
      0, 0, 0, 2, 2, 3, 3,
    ]);
    expect(chosen(pages, 'VEL', 20)).to.equal(1);
    expect(chosen(pages, 'ZDR', 1)).to.equal(undefined);
    expect(chosen([page(0, 'REF', 0.5), page(1, 'REF', 0.5, { azimuthStepDeg: 1 })], 'REF', 0.5)).to.equal(0);
  });
});
