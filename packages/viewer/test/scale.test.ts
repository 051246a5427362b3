import { expect } from 'chai';
import { marksOf } from '../src/scale.ts';

const valuesOf = (starts: number[]): number[] => marksOf(starts).map(({ value }) => value);

describe('viewer marks of a scale', () => {
  it('are round numbers in even steps where these spread over the scale', () => {
    const reflectivity = Array.from({ length: 15 }, (_, i) => 5 + 5 * i);
    expect(valuesOf(reflectivity)).to.deep.equal([10, 20, 30, 40, 50, 60, 70]);
    const [ten] = marksOf(reflectivity);
    expect(ten.at).to.be.closeTo(1 / 15, 1e-9);
  });

  it('have the zero of a scale with two sides, in the middle of its colour', () => {
    const velocity = [-100, -80, -64, -50, -36, -26, -20, -10, -1, 1, 10, 20, 26, 36, 50, 64, 80, 100];
    const marks = marksOf(velocity);
    expect(marks.map(({ value }) => value)).to.deep.equal([-100, -50, 0, 50, 100]);
    expect(marks[2].at).to.be.closeTo(8.5 / 18, 1e-9);
    expect(valuesOf(velocity.map((knots) => knots * 1.15078)), 'in mph').to.deep.equal([-100, -50, 0, 50, 100]);
  });

  it('are the roundest nearby where even steps would crowd at one end', () => {
    const rain = [0.1, 1, 2.5, 5, 10, 15, 25, 40, 60, 100];
    expect(valuesOf(rain)).to.deep.equal([0.2, 1, 4, 10, 15, 30, 50, 100]);
    for (const factor of [1, 1 / 25.4]) {
      const places = marksOf(rain.map((mm) => mm * factor)).map(({ at }) => at);
      for (const [i, at] of places.entries()) if (i > 0) expect(at - places[i - 1]).to.be.greaterThan(0.05);
    }
  });

  it('are the beginnings of the few steps of a short scale', () => {
    expect(marksOf([3, 7])).to.deep.equal([
      { value: 3, at: 0 },
      { value: 7, at: 0.5 },
    ]);
  });
});
