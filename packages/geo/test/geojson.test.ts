import { expect } from 'chai';
import {
  AreaError,
  closedRing,
  foldLongitude,
  GeometryError,
  listOf,
  readPosition,
  repairLine,
  ringHolds,
  signedArea,
  unrolled,
  VertexBudget,
  wound,
  type Position,
} from '../src/index.ts';

describe('geo/geojson', () => {
  const refusal = (act: () => unknown): GeometryError => {
    try {
      act();
    } catch (error) {
      if (error instanceof GeometryError) return error;
    }
    throw new Error('was not refused');
  };

  it('reads positions up to one turn outside, without their height', () => {
    for (const position of [[540, 90], [-540, -90], [0, 0]]) expect(readPosition(position)).to.deep.equal(position); // prettier-ignore
    expect(readPosition([-97, 35, 300])).to.deep.equal([-97, 35]);
  });

  it('refuses what is no position on the earth, and shows the beginning of it', () => {
    const shown: [unknown, string][] = [
      [[540.1, 0], '[540.1,0]'],
      [[-541, 0], '[-541,0]'],
      [[0, 90.1], '[0,90.1]'],
      [[0, -91], '[0,-91]'],
      [[1], '[1]'],
      [['1', 2], '["1",2]'],
      [[1, 'x'.repeat(99)], `[1,"${'x'.repeat(56)}`],
      [[NaN, 1], '[null,1]'],
      [[1, 2, 3, 4, 5].map(String), 'a list of 5'],
      [[1, [2]], 'a list of 2'],
      [{ lon: 1 }, 'an object'],
      ['y'.repeat(99), `"${'y'.repeat(59)}`],
      [null, 'null'],
      [undefined, 'undefined'],
    ];
    for (const [value, text] of shown) {
      const { name, code, message } = refusal(() => readPosition(value));
      expect([name, code, message]).to.deep.equal([
        'GeometryError',
        'coordinates',
        `a position is two numbers on the earth, got ${text}`,
      ]);
    }
    expect(refusal(() => listOf(7, 'a ring')).message).to.equal('a ring is a list, got 7');
    expect(new AreaError('x').name).to.equal('AreaError');
  });

  it('folds longitudes', () => {
    const given = [180, -180, 181, -181, 360, 539, -539, 12.5];
    expect(given.map(foldLongitude)).to.deep.equal([180, -180, -179, 179, 0, 179, -179, 12.5]);
  });

  it('counts vertices up to their limit', () => {
    const budget = new VertexBudget(3);
    budget.spend(2);
    budget.spend(1);
    const { code, message } = refusal(() => budget.spend(1));
    expect([code, message]).to.deep.equal(['vertices', 'more than 3 vertices']);
  });

  it('counts the vertices of all parts of a line', () => {
    const part = [[0, 0], [1, 1]]; // prettier-ignore
    const lines = { type: 'MultiLineString', coordinates: [part, part] };
    expect(repairLine(lines, 4)).to.deep.equal(lines);
    expect(refusal(() => repairLine(lines, 3)).code).to.equal('vertices');
    expect(refusal(() => repairLine({ type: 'Point' })).code).to.equal('type');
  });
});

describe('geo/ring', () => {
  const square: Position[] = [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]]; // prettier-ignore

  it('has an area with a sign, and turns as it is asked to', () => {
    expect([signedArea(square), signedArea(square.toReversed())]).to.deep.equal([8, -8]);
    expect(wound(square, false)).to.equal(square);
    expect(wound(square, true)).to.deep.equal(square.toReversed());
    expect(wound(square.toReversed(), false)).to.deep.equal(square);
  });

  it('holds what is between its edges on the same latitude', () => {
    const notch: Position[] = [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4], [0, 0]]; // prettier-ignore
    const at = (lon: number, lat: number) => ringHolds(notch, [lon, lat]);
    expect([at(0.5, 3), at(2, 3), at(3.5, 3), at(5, 3), at(-1, 3), at(2, 0.5)]).to.deep.equal([true, false, true, false, false, true]); // prettier-ignore
  });

  it('is closed without positions that are there twice in a row', () => {
    expect(closedRing([])).to.deep.equal({ ring: [], closed: false });
    expect(closedRing([[1, 2]])).to.deep.equal({ ring: [[1, 2], [1, 2]], closed: true }); // prettier-ignore
    const open: Position[] = [[0, 0], [0, 0], [0, 1], [1, 1], [1, 1]]; // prettier-ignore
    expect(closedRing(open)).to.deep.equal({ ring: [[0, 0], [0, 1], [1, 1], [0, 0]], closed: false }); // prettier-ignore
    expect(closedRing(square)).to.deep.equal({ ring: square, closed: true });
  });

  it('continues past the antimeridian in both directions, and keeps a parallel', () => {
    const over: Position[] = [[179, 0], [-179, 0], [-179, 1], [179, 1], [179, 0]]; // prettier-ignore
    expect(unrolled(over).map(([lon]) => lon)).to.deep.equal([179, 181, 181, 179, 179]);
    const back: Position[] = [[-179, 0], [179, 0], [179, 1], [-179, 1], [-179, 0]]; // prettier-ignore
    expect(unrolled(back).map(([lon]) => lon)).to.deep.equal([-179, -181, -181, -179, -179]);
    const band: Position[] = [[-180, 0], [180, 0], [180, 1], [-180, 1], [-180, 0]]; // prettier-ignore
    expect(unrolled(band)).to.deep.equal(band);
  });

  it('around a pole is closed over the nearer one', () => {
    const around = (lat: number): Position[] => [[0, lat], [120, lat], [-120, lat], [0, lat]]; // prettier-ignore
    expect(unrolled(around(80)).slice(4)).to.deep.equal([[360, 90], [0, 90], [0, 80]]); // prettier-ignore
    expect(unrolled(around(-80)).slice(4)).to.deep.equal([[360, -90], [0, -90], [0, -80]]); // prettier-ignore
  });
});
