import { expect } from 'chai';
import { freeArea, shiftInto, type Rectangle } from '../src/free-area.ts';

const box = (left: number, top: number, right: number, bottom: number): Rectangle => ({ left, top, right, bottom });

describe('viewer/free-area', () => {
  const laptop = box(0, 0, 1280, 700);
  const panel = box(12, 12, 357, 600);
  const player = box(272, 600, 1008, 670);
  const place = box(874, 12, 1226, 560);

  it('is what panels and player leave of the map', () => {
    expect(freeArea(laptop, [panel, player, place])).to.deep.equal(box(357, 0, 874, 600));
    expect(freeArea(laptop, [])).to.deep.equal(laptop);
  });

  it('is between panel and sheet on a phone', () => {
    const phone = box(0, 0, 390, 800);
    expect(freeArea(phone, [box(12, 12, 378, 60), box(0, 360, 390, 800)])).to.deep.equal(box(0, 60, 390, 360));
  });

  it('gives the way of a box into it', () => {
    const area = box(100, 100, 500, 400);
    expect(shiftInto(box(450, 200, 600, 300), area)).to.deep.equal({ x: -100, y: 0 });
    expect(shiftInto(box(50, 380, 200, 450), area)).to.deep.equal({ x: 50, y: -50 });
    expect(shiftInto(box(200, 200, 300, 300), area)).to.deep.equal({ x: 0, y: 0 });
  });

  it('shows the upper left of a box that is larger', () => {
    expect(shiftInto(box(300, 300, 900, 350), box(100, 100, 500, 400))).to.deep.equal({ x: -200, y: 0 });
  });
});
