import { expect } from 'chai';
import { zxyToTileId } from 'pmtiles';
import { tileId } from '../../src/pack/tile-id.ts';

describe('pack/tile-id', () => {
  it('numbers every tile of z0 to z8 as the pmtiles package does', () => {
    for (let z = 0; z <= 8; z++) {
      for (let x = 0; x < 2 ** z; x++) {
        for (let y = 0; y < 2 ** z; y++) {
          const id = tileId({ z, x, y });
          if (id !== zxyToTileId(z, x, y)) expect.fail(`${z}/${x}/${y} is ${id}, needed ${zxyToTileId(z, x, y)}`);
        }
      }
    }
  });

  it('stays exact at the deepest level', () => {
    const last = { z: 26, x: 2 ** 26 - 1, y: 12_345_678 };
    expect(tileId(last)).to.equal(zxyToTileId(last.z, last.x, last.y));
  });

  it('refuses what is no tile', () => {
    for (const [z, x, y] of [
      [-1, 0, 0],
      [1, 2, 0],
      [1, 0, 2],
      [1, -1, 0],
      [27, 0, 0],
    ]) {
      expect(() => tileId({ z, x, y }), `${z}/${x}/${y}`).to.throw(RangeError, `${z}/${x}/${y}`);
    }
  });
});
