import { derive, type Profile, significantTornado, supercellComposite } from '@severe/thermo';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { weismanKlemp } from './weisman-klemp.ts';

/** MetPy 1.7.1 on the same levels: CAPE and CIN of the surface, mixed and most unstable parcels, and more. */
const metpy = {
  14: {
    surface: [1925.31, -46.52],
    mixed: 2081.87,
    mostUnstable: [2355.47, -2.02],
    li: -7.05,
    pwat: 45.9,
    lcl: 993,
    el: 11389,
  },
  16: {
    surface: [3106.78, -21.47],
    mixed: 3244.66,
    mostUnstable: [3436.66, -0.65],
    li: -9.39,
    pwat: 48.16,
    lcl: 727,
    el: 12218,
  },
};

describe('thermo/derive', () => {
  for (const vapour of [14, 16] as const) {
    it(`agrees with MetPy on the supercell profile of Weisman and Klemp, ${vapour} g/kg`, () => {
      const theirs = metpy[vapour];
      const { surface, mixed, mostUnstable, pwatMm } = derive(weismanKlemp(vapour));
      expect((surface?.cape ?? 0) / theirs.surface[0]).to.be.closeTo(1, 0.025);
      expect(surface?.cin).to.be.closeTo(theirs.surface[1], 2);
      expect((mixed?.cape ?? 0) / theirs.mixed).to.be.closeTo(1, 0.025);
      expect((mostUnstable?.cape ?? 0) / theirs.mostUnstable[0]).to.be.closeTo(1, 0.025);
      expect(mostUnstable?.cin).to.be.closeTo(theirs.mostUnstable[1], 2);
      expect(surface?.liftedIndex).to.be.closeTo(theirs.li, 0.15);
      expect(surface?.lclM).to.be.closeTo(theirs.lcl, 10);
      expect(surface?.elM).to.be.closeTo(theirs.el, 100); // the levels are 250 m apart
      expect((pwatMm ?? 0) / theirs.pwat).to.be.closeTo(1, 0.015); // MetPy weighs mixing ratios, we specific humidity
    });
  }

  it('agrees with MetPy on helicity and shear', () => {
    // storm_relative_helicity with our storm motion, and bulk_shear
    const { srh1km, srh3km, shear6kmMps } = derive(weismanKlemp(14));
    expect([srh1km, srh3km, shear6kmMps].map((value) => Math.round((value ?? 0) * 100) / 100)).to.deep.equal([
      99.91, 266.09, 36.25,
    ]);
  });

  it('bounds the terms of the composites as their authors do', () => {
    expect(significantTornado(1500, 500, 150, 20)).to.equal(1);
    expect(significantTornado(1500, 1500, 150, 20)).to.equal(0.5);
    expect(significantTornado(1500, 2500, 150, 20)).to.equal(0);
    expect(significantTornado(1500, 500, 150, 12)).to.equal(0);
    expect(significantTornado(1500, 500, 150, 50)).to.equal(1.5);
    // MetPy's documented example: 2500 J/kg, 125 m²/s², 50 kt
    expect(supercellComposite(2500, 125, 25.72)).to.equal(6.25);
    expect(supercellComposite(2500, 125, 9.9)).to.equal(0);
  });

  it('returns null for what the profile does not reach', () => {
    const whole = weismanKlemp(14);
    const upTo = (levels: number): Profile =>
      Object.fromEntries(
        Object.entries(whole).map(([key, list]) => [key, (list as number[]).slice(0, levels)]),
      ) as unknown as Profile;
    const low = derive(upTo(15)); // 3.5 km
    expect(low.surface).to.equal(null);
    expect(low.pwatMm).to.equal(null);
    expect(low.shear6kmMps).to.equal(null);
    expect(low.stp).to.equal(null);
    const middle = derive(upTo(29)); // 7 km: 430 hPa
    expect(middle.surface?.elM).to.equal(null);
    expect(middle.surface?.cape).to.be.greaterThan(200);
    expect(middle.shear6kmMps).to.be.closeTo(36.25, 0.01);
  });

  it('needs temperature and humidity at the ground, and no heights above it', () => {
    const whole = weismanKlemp(14);
    const dry = { ...whole, dewpointC: whole.dewpointC.map((value, i) => (i === 0 ? null : value)) };
    expect(derive(dry).surface).to.equal(null);
    const flat = { ...whole, heightM: whole.heightM.map((height, i) => (i === 0 ? height : null)) };
    expect(derive(flat).surface?.elM).to.be.closeTo(derive(whole).surface?.elM ?? 0, 60);
    expect(derive(flat).srh3km).to.be.closeTo(derive(whole).srh3km ?? 0, 3);
    const ground = { ...whole, heightM: whole.heightM.map((height, i) => (i === 0 ? null : height)) };
    expect(derive(ground).surface?.lclM).to.be.closeTo(derive(whole).surface?.lclM ?? 0, 5);
  });

  it('finds no energy in stable air', () => {
    const heights = Array.from({ length: 40 }, (_, i) => i * 300);
    const profile: Profile = {
      pressureHpa: heights.map((z) => 1000 * Math.exp(-z / 8000)),
      heightM: heights,
      temperatureC: heights.map((z) => 10 - z / 400),
      dewpointC: heights.map((z) => -z / 400),
      windDirDeg: heights.map(() => null),
      windSpeedKt: heights.map(() => null),
    };
    const { surface, storm, stp } = derive(profile);
    expect(surface).to.include({ cape: 0, cin: 0, lfcM: null, elM: null });
    expect(surface?.liftedIndex).to.be.greaterThan(5);
    expect([storm, stp]).to.deep.equal([null, null]);
  });

  it('returns numbers or null for any levels', () => {
    const value = fc.option(fc.double({ min: -300, max: 2000, noNaN: true }));
    const weather = fc.oneof(fc.double({ min: -80, max: 45, noNaN: true }), value);
    const level = fc.tuple(fc.double({ min: 0.1, max: 1100, noNaN: true }), value, weather, weather, value, value);
    fc.assert(
      fc.property(fc.array(level, { maxLength: 30 }), (levels) => {
        const sorted = levels.toSorted((a, b) => b[0] - a[0]);
        const column = (i: number) => sorted.map((one) => one[i]) as (number | null)[];
        const derived = derive({
          pressureHpa: column(0) as number[],
          heightM: column(1),
          temperatureC: column(2),
          dewpointC: column(3),
          windDirDeg: column(4),
          windSpeedKt: column(5),
        });
        for (const one of [derived, derived.surface, derived.mixed, derived.mostUnstable]) {
          for (const number of Object.values(one ?? {})) {
            if (typeof number === 'number') expect(number).to.satisfy(Number.isFinite);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
