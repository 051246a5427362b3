import { expect } from 'chai';
import { motionOf } from '../src/index.ts';
import { compareWithTruth, type Compared } from './support/simulated-scans.ts';

const day = Date.parse('2026-11-20T00:00:00Z');
const hours = [1.3, 5.2, 9.1]; // young supercells; supercells and a line; a line and its successors
const frames = 11; // twenty minutes

/** A core farther from the centre of a cell belongs to another part of a line, km. */
const sameStormKm = 10;

/** Errors of the motion of a cell. */
interface Errors {
  deg: number;
  mps: number;
  spreadDeg: number;
  spreadMps: number;
}

function errorsOf({ track, towardDeg, speedMps }: Compared): Errors[] {
  const motion = motionOf(track);
  if (!motion) return [];
  const deg = Math.abs(((motion.towardDeg - towardDeg + 540) % 360) - 180);
  return [{ deg, mps: Math.abs(motion.speedMps - speedMps), spreadDeg: motion.spreadDeg, spreadMps: motion.spreadMps }];
}

const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

describe('motion of the simulated storms, whose true motion is known', function () {
  this.timeout(600_000);
  let compared: Compared[];
  before(() => {
    compared = [2, 5].flatMap((seed) =>
      hours.flatMap((hour) => compareWithTruth(seed, day + hour * 3_600_000, frames)),
    );
  });
  const near = () => compared.filter(({ apartKm }) => apartKm < sameStormKm);

  it('has a median error of at most 15° and 5 m/s over all cells, whatever their age', () => {
    const errors = near().flatMap(errorsOf);
    expect(errors.length).to.be.above(25);
    const [deg, mps] = [medianOf(errors.map((one) => one.deg)), medianOf(errors.map((one) => one.mps))];
    console.log(`      ${errors.length} cells: median error ${deg.toFixed(1)}°, ${mps.toFixed(1)} m/s`);
    expect(deg).to.be.at.most(15);
    expect(mps).to.be.at.most(5);
  });

  it('errs for supercells by less than 10° and 2 m/s: they are followed for the whole time', () => {
    const supercells = near().filter(({ kind }) => kind === 'supercell');
    expect(supercells.length).to.be.above(8);
    const errors = supercells.flatMap(errorsOf);
    expect(medianOf(errors.map((one) => one.deg))).to.be.below(10);
    expect(medianOf(errors.map((one) => one.mps))).to.be.below(2);
    expect(medianOf(supercells.map(({ track }) => track.frames))).to.equal(frames);
  });

  it('states errors that hold: four of five cells are within two standard errors', () => {
    const errors = near().flatMap(errorsOf);
    const share = (good: (one: Errors) => boolean) => errors.filter(good).length / errors.length;
    expect(share(({ deg, spreadDeg }) => deg <= 2 * spreadDeg)).to.be.at.least(0.8);
    expect(share(({ mps, spreadMps }) => mps <= 2 * spreadMps)).to.be.at.least(0.8);
  });

  it('knows the motion of nearly all cells', () => {
    expect(near().flatMap(errorsOf).length / near().length).to.be.above(0.9);
  });
});
