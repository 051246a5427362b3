import { expect } from 'chai';
import { readEarth } from '../../src/grid/earth.ts';
import { Section } from '../../src/section.ts';
import { Octets } from '../../src/write/octets.ts';

/** Scale factors and scaled values of the radius and the two axes (octets 16 to 30). */
type Scaled = [factor: number, value: number];

function sectionOf(shape: number, radius: Scaled, major: Scaled, minor: Scaled): Section {
  const section = new Octets(3, 30).u8(15, shape);
  [radius, major, minor].forEach(([factor, value], i) => section.s8(16 + 5 * i, factor).u32(17 + 5 * i, value));
  return new Section(section.bytes);
}

const none: Scaled = [0, 0];

describe('grid/earth', () => {
  // Code table 3.2 of WMO-No. 306: 1 is a sphere of the given radius in metres, 3 and 7 are spheroids in km and in m.
  for (const [name, section, axes] of [
    ['a sphere in metres', sectionOf(1, [0, 6371200], none, none), [6371200, 6371200]],
    ['a sphere in centimetres', sectionOf(1, [2, 637122932], none, none), [6371229.32, 6371229.32]],
    ['a sphere in kilometres', sectionOf(1, [-3, 6371], none, none), [6371000, 6371000]],
    ['a spheroid in kilometres', sectionOf(3, none, [3, 6378137], [3, 6356752]), [6378137, 6356752]],
    ['a spheroid in metres', sectionOf(7, none, [0, 6378137], [1, 63567523]), [6378137, 6356752.3]],
  ] as const) {
    it(`is ${name}`, () => {
      const { major, minor } = readEarth(section);
      expect(major).to.be.closeTo(axes[0], 1e-6);
      expect(minor).to.be.closeTo(axes[1], 1e-6);
    });
  }

  it('is refused if its size is not that of the earth', () => {
    for (const section of [
      sectionOf(1, none, none, none),
      sectionOf(7, none, [0, 6378137], [0, 3396190]),
      sectionOf(7, none, [0, 69911000], [0, 6378137]),
    ]) {
      expect(() => readEarth(section))
        .to.throw(/^shape of the earth \d with semi-axes of \d+ and \d+ m; about 6,370,000 are needed$/)
        .with.property('code', 'damaged');
    }
  });

  it('is refused in a shape that is not in the table', () => {
    expect(() => readEarth(sectionOf(77, none, none, none)))
      .to.throw('shape of the earth 77 is not known')
      .with.property('code', 'unsupported');
  });
});
