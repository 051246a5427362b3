import { makeFrame, openTilePack, type Look } from '@severe/raster';
import { openValues } from '@severe/raster/values';
import { expect } from 'chai';
import { radarField } from './support/fields.ts';

const look: Look = {
  nothing: [-99],
  missing: [-999],
  threshold: 5,
  reduce: 'maximum',
  palette: [[5, '#00ffff'], [35, '#ffff00']], // prettier-ignore
  maxPrerenderedZoom: 7,
};

describe('make-frame', () => {
  const field = radarField(600, 400);

  it('makes an archive that holds just the tiles that were drawn, counted by level', async () => {
    const drawn = new Map<string, Uint8Array>();
    const onTile = ({ z, x, y }: { z: number; x: number; y: number }, png: Uint8Array) =>
      drawn.set(`${z}/${x}/${y}`, png);
    const frame = makeFrame(field, look, { name: 'echoes', onTile });
    expect(frame.perZoom).to.have.length(8);
    expect(frame.perZoom.reduce((sum, count) => sum + count)).to.equal(drawn.size);
    const pack = openTilePack(frame.tiles);
    for (const [name, png] of drawn) {
      const [z, x, y] = name.split('/').map(Number);
      expect(Buffer.compare(pack.tile(z, x, y) as Uint8Array, png), name).to.equal(0);
    }
    expect(pack.tile(7, 0, 0)).to.equal(undefined);
  });

  it('keeps the values beside them', () => {
    const { values } = makeFrame(field, look, { name: 'echoes', units: 'dBZ' });
    const grid = openValues(values);
    const window = grid.window(0, 0, 600, 400);
    expect(Buffer.compare(Buffer.from(window.packed.buffer), Buffer.from(field.packed.buffer))).to.equal(0);
  });

  it('gives the same bytes for the same field', () => {
    const [one, two] = [1, 2].map(() => makeFrame(field, look, { name: 'echoes' }));
    expect(Buffer.compare(one.tiles, two.tiles)).to.equal(0);
    expect(Buffer.compare(one.values, two.values)).to.equal(0);
  });

  it('ends at the level that is asked for', () => {
    expect(makeFrame(field, look, { name: 'echoes', maxZoom: 3 }).perZoom).to.have.length(4);
  });
});
