import { DataError } from '@severe/base';
import { expect } from 'chai';
import { geostationaryInverse } from '@severe/projection';
import { composeDayNight } from '../../src/compose/day-night.ts';
import { composeRgb } from '../../src/compose/rgb.ts';
import { daylightOf, sineOfElevation, sunAt } from '../../src/compose/sun.ts';
import type { Field } from '../../src/field.ts';
import { inSteps, wordOf } from '../../src/colour-image.ts';
import { conus2km, louisiana } from '../support/views.ts';

const { geometry } = louisiana;

/** Four cells of a band; undefined where there is none. */
function band(scale: number, offset: number, values: (number | undefined)[]): Field {
  const packed = Uint16Array.from(values, (value) =>
    value === undefined ? 0xffff : Math.round((value - offset) / scale),
  );
  return { width: 4, height: 1, packed, scale, offset, absent: [{ code: 0xffff, means: 'missing' }], geometry };
}
const kelvins = (...values: (number | undefined)[]) => band(0.01, 180, values);
const light = (...values: (number | undefined)[]) => band(0.0001, 0, values);
const partsOf = (word: number) => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255, word >>> 24];

describe('compose', () => {
  it('stretches bands and differences between their ends, with the gamma of the recipe', () => {
    const bands = { A: kelvins(250, 260, 270, 240), B: kelvins(250, 255, 260, 260), L: light(0.25, 1, 0, 0.5) };
    const image = composeRgb(bands, {
      red: { band: 'A', minus: 'B', from: -20, to: 20, gamma: 1 }, // 0, 5, 10, −20: a half, five eighths, three quarters, none
      green: { band: 'L', from: 0, to: 1, gamma: 2 }, // a root: a half, 1, 0, 0.707
      blue: { band: 'A', from: 270, to: 250, gamma: 1 }, // inverted: 1, a half, 0, more than 1
    });
    const parts = (red: number, green: number, blue: number) =>
      [red, green, blue].map((part) => inSteps(Math.round(part * 255))).concat(255);
    expect([...image.pixels].map(partsOf)).to.deep.equal([
      parts(0.5, 0.5, 1),
      parts(0.625, 1, 0.5),
      parts(0.75, 0, 0),
      parts(0, Math.SQRT1_2, 1),
    ]);
    expect(image).to.include({ width: 4, height: 1, geometry });
  });

  it('makes cells without a band transparent, and rejects bands that are absent or of another grid', () => {
    const channel = (name: string, minus?: string) => ({ band: name, minus, from: 200, to: 300, gamma: 1 });
    const bands: Record<string, Field> = { A: kelvins(250, undefined, 250, 250), B: kelvins(210, 210, undefined, 210) };
    const recipe = { red: channel('A'), green: channel('A', 'B'), blue: channel('B') };
    expect([...composeRgb(bands, recipe).pixels].map((word) => word >>> 24)).to.deep.equal([255, 0, 0, 255]);
    expect(() => composeRgb(bands, { ...recipe, blue: channel('C') })).to.throw(DataError, 'band C');
    bands.B = { ...bands.B, width: 2, height: 2 };
    expect(() => composeRgb(bands, recipe)).to.throw(DataError, 'band B has 2 × 2 cells, not 4 × 1');
  });

  it('computes the position of the sun', () => {
    // Declination and Greenwich hour angle of the sun, from the Astronomical Almanac: solstice, equinox, perihelion
    for (const [at, declination, lon] of [
      ['2026-06-21T12:00:00Z', 23.44, 0.48],
      ['2026-03-20T14:46:00Z', 0, -39.6],
      ['2026-01-03T00:00:00Z', -22.85, -178.9],
    ] as const) {
      const sun = sunAt(new Date(at));
      expect(sun.declination, at).to.be.closeTo(declination, 0.03);
      expect(sun.lon, at).to.be.closeTo(lon, 0.3);
    }
    const sun = sunAt(new Date('2026-05-20T18:30:00Z'));
    expect(sineOfElevation(sun, sun.lon, sun.declination)).to.be.closeTo(1, 1e-9);
    expect(sineOfElevation(sun, sun.lon + 180, -sun.declination)).to.be.closeTo(-1, 1e-9);
  });

  it('has the sun over every cell of a sector, whose corners see none', () => {
    const sun = sunAt(new Date('2026-05-20T18:30:00Z'));
    const { width, height } = conus2km;
    const sines = daylightOf(conus2km, sun);
    const { x0, y0, stepX, stepY } = conus2km.geometry;
    let worst = 0;
    for (let i = 0; i < width * height; i += 997) {
      const place = geostationaryInverse(
        conus2km.geometry,
        x0 + (i % width) * stepX,
        y0 - Math.floor(i / width) * stepY,
      );
      if (!place !== Number.isNaN(sines[i])) expect.fail(`cell ${i} is seen by one of the two`);
      if (place) worst = Math.max(worst, Math.abs(sines[i] - sineOfElevation(sun, place.lon, place.lat)));
    }
    expect(worst).to.be.lessThan(0.002); // a tenth of a degree
    expect(Number.isNaN(sines[0])).to.equal(true);
  });

  describe('of day and night', () => {
    const recipe = { red: 'C02', blue: 'C01', vegetation: 'C03', infrared: 'C13' };
    const bands = {
      C02: light(0.5, 0.05, undefined, 0.5),
      C01: light(0.5, 0.1, 0.1, 0.5),
      C03: light(0.5, 0.4, 0.1, 0.5),
      C13: kelvins(300, 300, 213, undefined),
    };

    it('shows colours by day, with a green of the three bands', () => {
      const at = new Date('2026-05-20T18:30:00Z');
      const [white, plants, dark, none] = composeDayNight(bands, recipe, at).pixels;
      const sine = daylightOf({ ...louisiana, width: 4, height: 1 }, sunAt(at))[0];
      const part = (reflected: number) => inSteps(Math.round(255 * (reflected / sine) ** (1 / 2.2)));
      const near = (word: number, parts: number[]) =>
        partsOf(word).forEach((found, i) => expect(found).to.be.closeTo(parts[i], 4));
      near(white, [part(0.5), part(0.5), part(0.5), 255]);
      near(plants, [part(0.05), part(0.45 * 0.05 + 0.1 * 0.4 + 0.45 * 0.1), part(0.1), 255]);
      near(dark, [240, 240, 240, 255]); // no red light: the cloud as by night
      expect(none).to.equal(0);
    });

    it('shows cold clouds over dark ground by night, and a blend where the sun is low', () => {
      const [clear, , cloud] = composeDayNight(bands, recipe, new Date('2026-05-21T06:30:00Z')).pixels;
      expect(clear).to.equal(wordOf(inSteps(12), inSteps(16), inSteps(34)));
      expect(cloud).to.equal(wordOf(inSteps(240), inSteps(240), inSteps(240)));
      const dusk = new Date('2026-05-21T00:50:00Z'); // the sun is some 7° high
      const [blend] = composeDayNight(bands, recipe, dusk).pixels;
      const [day] = composeDayNight(bands, recipe, new Date('2026-05-20T23:50:00Z')).pixels;
      expect(blend & 255)
        .to.be.greaterThan(40)
        .and.lessThan(day & 255);
    });
  });
});
