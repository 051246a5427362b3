import { bearingDeg, distanceM } from '@severe/geo';
import { expect } from 'chai';
import { planGeneration } from '../../src/model/generation.ts';
import { hourMs, minuteMs, moved, travelled } from '../../src/model/plane.ts';
import { randomFrom } from '../../src/model/random.ts';
import { stormModel, stormsAt } from '../../src/model/storms.ts';

const seed = 11;
const start = Date.parse('2026-05-20T00:00:00Z');
const at = stormModel(seed);
const times = Array.from({ length: 48 }, (_, i) => start + Math.floor(6 * 24 * hourMs * randomFrom(77, i)));
const cells = times.flatMap((time) => at(time).cells);

describe('the storms of a time', () => {
  it('depend only on seed and time', () => {
    const later = stormModel(seed);
    for (const time of times.toReversed()) expect(later(time)).to.deep.equal(stormsAt(seed, time));
  });

  it('differ from seed to seed', () => {
    expect(stormsAt(seed, start)).not.to.deep.equal(stormsAt(seed + 1, start));
  });

  it('always have a cell of 55 dBZ or more', () => {
    for (const seedOf of [1, 2, 3, seed]) {
      const model = stormModel(seedOf);
      for (const time of times) {
        expect(Math.max(...model(time).cells.map((cell) => cell.peakDbz)), new Date(time).toISOString()).to.be.at.least(
          55,
        );
      }
    }
  });

  it('stay over the southern plains and their neighbours', () => {
    for (const { position } of cells) {
      expect(position.lat).to.be.within(29, 41);
      expect(position.lon).to.be.within(-105, -89);
    }
  });

  it('move according to their motion', () => {
    for (const time of times) {
      const next = new Map(at(time + 2 * minuteMs).cells.map((cell) => [cell.id, cell]));
      for (const cell of at(time).cells.filter(({ kind }) => kind !== 'line-element')) {
        const after = next.get(cell.id);
        if (!after) continue; // it died
        const expected = moved(cell.position, travelled(cell.motion, 2 * minuteMs));
        expect(distanceM(after.position, expected)).to.be.below(60); // of 2 km or so; it may be turning
        expect(distanceM(after.position, cell.position)).to.be.within(1, 1.05 * 120 * cell.motion.speed);
      }
    }
  });

  it('turn without a discontinuity of position or motion', () => {
    const [{ turn, id }] = planGeneration(seed, Math.floor(start / (6 * hourMs))).cells;
    const cellAt = (time: number) => at(time).cells.find((cell) => cell.id === id)!;
    for (let time = turn - 20 * minuteMs; time < turn + 20 * minuteMs; time += minuteMs) {
      const [one, two] = [cellAt(time), cellAt(time + minuteMs)];
      expect(Math.abs(two.motion.towardDeg - one.motion.towardDeg)).to.be.below(2);
      expect(distanceM(one.position, two.position) / 60).to.be.closeTo(one.motion.speed, 0.3);
    }
    expect(cellAt(turn + 20 * minuteMs).motion.towardDeg - cellAt(turn - 20 * minuteMs).motion.towardDeg).to.be.above(
      6,
    );
  });

  it('move east-northeast at 25 to 40 knots when they are supercells past their turn', () => {
    const movers = cells.filter(({ kind, phase }) => kind === 'supercell' && phase !== 'growing');
    expect(movers.length).to.be.above(20);
    for (const { motion } of movers) {
      expect(motion.towardDeg).to.be.within(45, 85);
      expect(motion.speed / 0.514444).to.be.within(24, 40);
    }
  });

  it('rotate to the right of their motion, and only right movers and line cells do', () => {
    const rotating = cells.filter(({ rotation }) => rotation > 5);
    expect(rotating.length).to.be.above(20);
    for (const { position, mesocyclone, motion, kind, coreKm } of rotating) {
      expect(kind).to.be.oneOf(['supercell', 'line-element']);
      const right = (bearingDeg(position, mesocyclone) - motion.towardDeg + 360) % 360;
      expect(right).to.be.within(20, 160);
      expect(distanceM(position, mesocyclone)).to.be.below(1200 * coreKm);
    }
  });

  it('have unique identifiers', () => {
    for (const time of times) {
      const ids = at(time).cells.map(({ id }) => id);
      expect(new Set(ids).size).to.equal(ids.length);
    }
  });

  it('form a squall line in every generation, with its apex ahead of its ends', () => {
    for (let round = 0; round < 12; round++) {
      const index = Math.floor(start / (6 * hourMs)) + round;
      const { line } = planGeneration(seed, index);
      const lines = at(line.birth + 2.5 * hourMs).lines.filter(({ id }) => id === line.id);
      expect(lines).to.have.length(1);
      expect(lines[0].intensity).to.be.above(0.9);
      expect(lines[0].stratiformKm).to.be.above(80);
    }
  });
});

describe('a split', () => {
  const plans = Array.from({ length: 12 }, (_, i) => planGeneration(seed, Math.floor(start / (6 * hourMs)) + i).cells);
  const pairs = plans.flatMap((round) =>
    round.flatMap((left) => {
      const right = round.find(({ id }) => left.id === `${id}L`);
      return right ? [{ left, right }] : [];
    }),
  );

  it('happens in every generation, and gives two storms', () => {
    expect(plans.every((round) => round.some(({ kind }) => kind === 'left-mover'))).to.equal(true);
    for (const { left, right } of pairs) {
      const family = (time: number) => at(time).cells.filter(({ id }) => id === right.id || id === left.id);
      expect(family(left.birth - minuteMs)).to.have.length(1);
      expect(family(left.birth + minuteMs)).to.have.length(2);
    }
  });

  it('starts at one place and diverges, the left half to the left', () => {
    for (const { left, right } of pairs) {
      const distanceAt = (age: number) => {
        const both = at(left.birth + age * minuteMs).cells;
        const [r, l] = [right.id, left.id].map((id) => both.find((cell) => cell.id === id)!);
        const turned = (bearingDeg(r.position, l.position) - r.motion.towardDeg + 360) % 360;
        return { km: distanceM(r.position, l.position) / 1000, turned };
      };
      expect(distanceAt(0).km).to.be.below(8);
      expect(distanceAt(60).km).to.be.above(20);
      expect(distanceAt(60).turned).to.be.within(210, 350);
    }
  });
});
