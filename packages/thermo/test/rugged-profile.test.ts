import {
  airLevels,
  ascend,
  bulkShear,
  condensationLevel,
  derive,
  equivalentPotential,
  helicity,
  meanWind,
  mixedParcel,
  moistSlope,
  mostUnstableParcel,
  potential,
  type Profile,
  significantTornado,
  supercellComposite,
  surfaceParcel,
  virtual,
  windAt,
  type WindLevel,
} from '@severe/thermo';
import { expect } from 'chai';

const zeroCelsius = 273.15;

/** A capped, very unstable profile with an inversion at 850 hPa; its most unstable parcel is aloft. */
const pressureHpa = [950, 925, 900, 870, 850, 800, 750, 700, 650, 600, 500, 400, 300, 250, 200, 150];
const none = pressureHpa.map(() => null);
const profile: Profile = {
  pressureHpa,
  heightM: [0, ...none.slice(1)],
  temperatureC: [28, 26.5, 24.4, 22.2, 22.6, 19.2, 14.6, 9.8, 5.2, 0.2, -11.4, -25.6, -43, -53, -58, -60],
  dewpointC: [21, 20.4, 19.8, 19.4, 14.6, 10.2, 6.6, 1.8, -4.8, -12.8, -24.4, -36.6, -52, -62, -70, -75],
  windDirDeg: none,
  windSpeedKt: none,
};

/** What MetPy 1.7.1 computes of that profile, interpolated to every hectopascal in the logarithm of pressure. */
const metpy = {
  heights: [0, 236.8, 478.6, 775.7, 978.6, 1503.9, 2054.8, 2633.6, 3244.3, 3891.9, 5321.2, 6985.2, 8996.8, 10198.4, 11620, 13423.3], // prettier-ignore
  mixed: { celsius: 29.326, dewpoint: 20.391 },
  mostUnstable: { pressure: 870, celsius: 22.2, dewpoint: 19.4 },
  /** CAPE and CIN. The CIN of the mixed parcel is not compared: MetPy gives -79 and -41 J/kg by its two ways, ours is -54. */
  energies: {
    surface: { cape: 5047.4, cin: -82.8 },
    mixed: { cape: 4960.8, cin: undefined },
    mostUnstable: { cape: 5355.6, cin: -36.57 },
  },
  /** Metres, of the parcel from the ground, with virtual temperatures. */
  levels: { lclM: 902.7, lfcM: 1816, elM: 12_648 },
  liftedIndex: -10.56,
  pwatMm: 37.24,
};

describe('thermo on a rugged profile, beside MetPy', () => {
  const air = airLevels(profile);

  it('has the same heights', () => {
    for (const [i, { height }] of air.entries()) expect(height, `${i}`).to.be.closeTo(metpy.heights[i], 3);
  });

  it('has the same parcels', () => {
    const mixed = mixedParcel(air);
    expect(mixed.pressure).to.equal(950);
    expect(mixed.kelvin - zeroCelsius).to.be.closeTo(metpy.mixed.celsius, 0.02);
    expect(mixed.dewpoint - zeroCelsius).to.be.closeTo(metpy.mixed.dewpoint, 0.03);
    const { pressure, celsius, dewpoint } = metpy.mostUnstable;
    const mostUnstable = { pressure, kelvin: celsius + zeroCelsius, dewpoint: dewpoint + zeroCelsius };
    expect(mostUnstableParcel(air)).to.deep.equal(mostUnstable);
    expect(surfaceParcel(air)).to.deep.equal({ pressure: 950, kelvin: 28 + zeroCelsius, dewpoint: 21 + zeroCelsius });
  });

  it('has the same energies to one and a half percent, and levels to twenty metres', () => {
    const derived = derive(profile);
    for (const name of ['surface', 'mixed', 'mostUnstable'] as const) {
      const { cape, cin } = metpy.energies[name];
      expect(derived[name]!.cape / cape, name).to.be.closeTo(1, 0.015);
      if (cin !== undefined) expect(derived[name]!.cin, name).to.be.closeTo(cin, 1.5);
    }
    for (const [name, metres] of Object.entries(metpy.levels)) {
      expect(derived.surface![name as keyof typeof metpy.levels], name).to.be.closeTo(metres, 20);
    }
    expect(derived.surface!.liftedIndex).to.be.closeTo(metpy.liftedIndex, 0.1);
    expect(derived.pwatMm! / metpy.pwatMm).to.be.closeTo(1, 0.015); // MetPy weighs mixing ratios, we specific humidity
  });

  it('has the same condensation levels and temperatures of moist and dry air', () => {
    for (const [pressure, celsius, dew, lclHpa, lclCelsius, thetaE] of [
      [1000, 30, 20, 864.21, 17.662, 347.5],
      [850, 10, -5, 675.31, -8.0, 306.1],
      [950, 25, 24, 936.12, 23.755, 362.47],
    ]) {
      const [kelvin, dewpoint] = [celsius + zeroCelsius, dew + zeroCelsius];
      const lcl = condensationLevel(pressure, kelvin, dewpoint);
      expect(lcl.pressure).to.be.closeTo(lclHpa, 1);
      expect(lcl.kelvin - zeroCelsius).to.be.closeTo(lclCelsius, 0.1);
      expect(equivalentPotential(pressure, kelvin, dewpoint)).to.be.closeTo(thetaE, 0.35);
    }
    expect(potential(700, 268.15)).to.be.closeTo(296.917, 0.04);
    expect(potential(300, 233.15)).to.be.closeTo(328.874, 0.15);
    expect(virtual(293.15, 0.012)).to.be.closeTo(295.263, 0.002);
  });

  it('cools saturated air as much, from 20 °C at 1000 hPa', () => {
    const wanted = new Map([[900, 16.13], [700, 6.37], [500, -8.48], [300, -36.68]]); // prettier-ignore
    let kelvin = 20 + zeroCelsius;
    for (let pressure = 1000; pressure > 300; pressure -= 0.5) {
      kelvin += moistSlope(pressure - 0.25, kelvin) * Math.log((pressure - 0.5) / pressure);
      const celsius = wanted.get(pressure - 0.5);
      if (celsius !== undefined) expect(kelvin - zeroCelsius, `${pressure}`).to.be.closeTo(celsius, 0.12);
    }
  });

  it('has the same helicity and shear', () => {
    const heights = [0, 250, 600, 1000, 1800, 3000, 4200, 5500, 6000, 7000];
    const u = [-4, 2, 6, 9, 12, 14, 20, 26, 27, 30];
    const v = [5, 9, 12, 11, 8, 6, 7, 9, 12, 10];
    const winds: WindLevel[] = heights.map((height, i) => ({ height, u: u[i], v: v[i] }));
    const storm = { u: 15, v: 2 };
    for (const [top, expected] of [[1000, 182], [3000, 197], [2500, 194.5]]) {
      expect(helicity(winds, top, storm)).to.be.closeTo(expected, 1e-9);
    } // prettier-ignore
    expect(bulkShear(winds, 6000)).to.be.closeTo(Math.hypot(31, 7), 1e-9);
    expect(helicity(winds, 7001, storm)).to.equal(undefined);
    // The ground may be up to 100 m below the lowest wind.
    const raised = (by: number) => winds.map((level) => ({ ...level, height: level.height + by }));
    expect(helicity(raised(100), 3100, storm)).to.be.closeTo(197, 1e-9);
    expect(helicity(raised(101), 3101, storm)).to.equal(undefined);
    expect(helicity([], 1000, storm)).to.equal(undefined);
    expect(meanWind(winds, 1000, 3000)).to.deep.equal({ u: (10.5 * 800 + 13 * 1200) / 2000, v: (9.5 * 800 + 7 * 1200) / 2000 }); // prettier-ignore
    expect(windAt(winds, 0)).to.deep.equal({ u: -4, v: 5 });
    expect(windAt(winds, 7000)).to.deep.equal({ u: 30, v: 10 });
    expect(windAt(winds, -1)).to.equal(undefined);
  });
});

describe('thermo/parcels', () => {
  it('take air without a dew point for dry in a mean, and never as the most unstable', () => {
    const dry = airLevels({ ...profile, dewpointC: profile.dewpointC.map((dew, i) => (i === 3 ? null : dew)) });
    expect(mixedParcel(dry).dewpoint).to.be.below(mixedParcel(airLevels(profile)).dewpoint - 3);
    expect(mostUnstableParcel(dry).pressure).to.equal(925);
  });

  it('lie in the lowest 300 hPa, both ends included', () => {
    const warm = (at: number) =>
      airLevels({
        ...profile,
        temperatureC: profile.temperatureC.map((celsius, i) => (i === at ? 40 : celsius)),
        dewpointC: profile.dewpointC.map((dew, i) => (i === at ? 35 : dew)),
      });
    expect(mostUnstableParcel(warm(8)).pressure).to.equal(650);
    expect(mostUnstableParcel(warm(9)).pressure).to.equal(870);
    expect(mostUnstableParcel(warm(0)).pressure).to.equal(950);
  });

  it('are mixed over exactly 100 hPa, with or without a level there', () => {
    const [whole, without] = [profile, { ...profile, pressureHpa: pressureHpa.map((p) => (p === 850 ? 849.99 : p)) }];
    const [a, b] = [whole, without].map((each) => mixedParcel(airLevels(each)));
    expect(a.kelvin).to.be.closeTo(b.kelvin, 1e-3);
    expect(a.dewpoint).to.be.closeTo(b.dewpoint, 1e-2);
    const above = { ...profile, temperatureC: profile.temperatureC.map((t, i) => (i > 4 ? -50 : t)) };
    expect(mixedParcel(airLevels(above)).kelvin).to.equal(a.kelvin);
  });
});

describe('thermo/ascent', () => {
  const air = airLevels(profile);

  it('has free convection from the parcel itself on where that is saturated and warmer', () => {
    const warm = ascend({ pressure: 950, kelvin: 310, dewpoint: 310 }, air);
    expect([warm.lclM, warm.lfcM, warm.cin]).to.deep.equal([0, 0, 0]);
    expect(warm.cape).to.be.above(5500);
  });

  it('has no equilibrium level while the parcel is buoyant at the top, and no lifted index below 500 hPa', () => {
    const cut = (top: number) => ascend(surfaceParcel(air), air.filter(({ pressure }) => pressure >= top)); // prettier-ignore
    expect(cut(500)).to.include({ elM: null });
    expect(cut(500).liftedIndex).to.be.closeTo(metpy.liftedIndex, 0.1);
    expect(cut(600)).to.include({ elM: null, liftedIndex: null });
    expect(cut(600).cape).to.be.within(1, cut(500).cape - 1);
  });

  it('takes the top of the profile for a condensation level above it', () => {
    const low = air.filter(({ pressure }) => pressure >= 800);
    const { lclM, lfcM, elM, cape, cin } = ascend({ pressure: 950, kelvin: 305, dewpoint: 250 }, low);
    expect([lclM, lfcM, elM, cape, cin]).to.deep.equal([low.at(-1)!.height, null, null, 0, 0]);
  });

  it('is inhibited longer by a warmer layer', () => {
    const warmer = airLevels({ ...profile, temperatureC: profile.temperatureC.map((t, i) => (i === 5 ? t! + 1 : t)) });
    const [before, after] = [air, warmer].map((each) => ascend(surfaceParcel(each), each));
    expect(after.cin).to.be.below(before.cin - 5);
    expect(after.lfcM).to.be.above(before.lfcM! + 50);
    expect(after.cape).to.be.below(before.cape + 1);
  });
});

describe('thermo/composites', () => {
  it('have the bounds of their authors at the bounds themselves', () => {
    expect(significantTornado(1500, 1000, 150, 20)).to.equal(1);
    expect(significantTornado(1500, 2000, 150, 20)).to.equal(0);
    expect(significantTornado(1500, 500, 150, 12.5)).to.equal(0.625);
    expect(significantTornado(1500, 500, 150, 30)).to.equal(1.5);
    expect(significantTornado(3000, 500, 300, 20)).to.equal(4);
    expect(significantTornado(1500, 500, -150, 20)).to.equal(-1);
    expect(supercellComposite(1000, 50, 10)).to.equal(0.5);
    expect(supercellComposite(1000, 50, 20)).to.equal(1);
    expect(supercellComposite(2000, 100, 15)).to.equal(3);
  });
});
