import { expect } from 'chai';
import { Scan } from '../../src/grid/scan.ts';

const cells = (flags: number, width: number, height: number): string[] => {
  const scan = new Scan(flags, width, height);
  return Array.from({ length: width * height }, (_, index) => {
    const { i, j } = scan.cellOf(index);
    expect(scan.indexOf(i, j)).to.equal(index);
    return `${i}${j}`;
  });
};

describe('grid/scan', () => {
  it('stores points along rows by default', () => {
    expect(cells(0, 3, 2)).to.deep.equal(['00', '10', '20', '01', '11', '21']);
  });

  it('stores points along columns with flag 0x20', () => {
    expect(cells(0x20, 3, 2)).to.deep.equal(['00', '01', '10', '11', '20', '21']);
  });

  it('alternates direction with flag 0x10', () => {
    expect(cells(0x10, 3, 2)).to.deep.equal(['00', '10', '20', '21', '11', '01']);
    expect(cells(0x30, 3, 2)).to.deep.equal(['00', '01', '11', '10', '20', '21']);
  });

  it('reads directions from flags 0x80 and 0x40', () => {
    expect([new Scan(0, 1, 1).eastwards, new Scan(0x80, 1, 1).eastwards]).to.deep.equal([1, -1]);
    expect([new Scan(0, 1, 1).northwards, new Scan(0x40, 1, 1).northwards]).to.deep.equal([-1, 1]);
  });

  it('refuses staggered rows', () => {
    expect(() => new Scan(0x08, 1, 1)).to.throw('scanning mode 8 shifts rows or columns');
  });
});
