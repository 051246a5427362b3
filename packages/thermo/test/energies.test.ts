import { type AirLevel, type Ascent, ascend, mixingRatio, moistSlope, virtual } from '@severe/thermo';
import { expect } from 'chai';

const start = { pressure: 800, kelvin: 290, dewpoint: 290 };
/** The steps of the ascent: energy of a kelvin over one of them, J/kg, with the gas constant of dry air. */
const step = 0.005;
const perKelvin = 287.04 * step;

/** Virtual temperature of the saturated parcel after a number of steps, by integration in a hundred parts of a step. */
function parcelAfter(steps: number): number {
  let [pressure, kelvin] = [start.pressure, start.kelvin];
  const part = step / 100;
  for (let i = 0; i < 100 * steps; i++) {
    const middle = kelvin - (part / 2) * moistSlope(pressure, kelvin);
    kelvin -= part * moistSlope(pressure * Math.exp(-part / 2), middle);
    pressure *= Math.exp(-part);
  }
  return virtual(kelvin, mixingRatio(pressure, kelvin));
}

/** Lifts the parcel through air than which it is warmer by so many kelvins at levels one step and 100 m apart. */
function liftWith(excesses: number[]): Ascent {
  const air = excesses.map((excess, i): AirLevel => {
    const kelvin = parcelAfter(i) - excess;
    return { pressure: start.pressure * Math.exp(-i * step), height: 100 * i, kelvin, dewpoint: undefined, virtual: kelvin };
  }); // prettier-ignore
  return ascend(start, air);
}

/** Compares with energies in kelvins times steps. */
function expectAscent(excesses: number[], wanted: { cape: number; cin: number; lfcM: number; elM: number | null }): void {
  const { cape, cin, lfcM, elM } = liftWith(excesses);
  expect(cape / perKelvin).to.be.closeTo(wanted.cape, 1e-3);
  expect(cin / perKelvin).to.be.closeTo(wanted.cin, 1e-3);
  expect(lfcM).to.be.closeTo(wanted.lfcM, 0.01);
  if (wanted.elM === null) expect(elM).to.equal(null);
  else expect(elM).to.be.closeTo(wanted.elM, 0.01);
} // prettier-ignore

/** Areas of trapezoids and triangles, by hand. */
describe('thermo/ascent energies', () => {
  it('are the areas below and above the level of free convection, up to the equilibrium level', () => {
    const cin = -2 - 3 - 7 - (0.25 * 10) / 2;
    const cape = (0.75 * 30) / 2 + 20 + 7 + (0.4 * 4) / 2;
    expectAscent([-2, -2, -4, -10, 30, 10, 4, -6, -2], { cape, cin, lfcM: 325, elM: 640 });
  });

  it('count warm layers up to the highest, and inhibition below the first', () => {
    const cape = (2 / 3) * 2 + 6 + (0.5 * 8) / 2 + ((6 / 14) * 6) / 2 + (0.75 * 6) / 2;
    expectAscent([-2, 4, 8, -8, 6, -2, -3], { cape, cin: -1 / 3, lfcM: 100 / 3, elM: 475 });
  });

  it('have no equilibrium level if the parcel is warmer at the top', () => {
    expectAscent([-1, -1, 3, 5], { cape: (0.75 * 3) / 2 + 4, cin: -1 - 0.25 / 2, lfcM: 125, elM: null });
  });

  it('begin at the parcel itself if it is warmer there', () => {
    expectAscent([2, 4, -4], { cape: 3 + 1, cin: 0, lfcM: 0, elM: 150 });
  });

  it('are zero where the parcel is never warmer', () => {
    expect(liftWith([-2, -1, -1])).to.include({ cape: 0, cin: 0, lfcM: null, elM: null });
  });
});
