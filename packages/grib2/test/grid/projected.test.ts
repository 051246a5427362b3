import { expect } from 'chai';
import proj4 from 'proj4';
import type { Grid } from '../../src/grid/grid.ts';
import { nearest, positionOf } from '../support.ts';
import { ellipsoid, gridOf, gridHeight, sphere, gridWidth, type Entry } from './section3.ts';

/** A grid and what PROJ calls its plane. */
interface Case {
  name: string;
  template: number;
  length: number;
  entries: Entry[];
  definition: string;
  first: { lat: number; lon: number };
  stepX: number;
  stepY: number;
}

const spherical = '+R=6371229';
const wgs84 = '+datum=WGS84';
const northwards = 0x40;

const figures: [string, Entry, string][] = [
  ['a sphere', sphere, spherical],
  ['an ellipsoid', ellipsoid, wgs84],
];

function cases(): Case[] {
  return figures.flatMap(([figure, earth, datum]) => [
    polar(`the north from ${figure}`, earth, 0, { lat: 30, lon: -120 }, `+lat_0=90 +lat_ts=60 +lon_0=-105 ${datum}`),
    polar(
      `the south from ${figure}`,
      earth,
      0x80,
      { lat: -40, lon: 80 },
      `+lat_0=-90 +lat_ts=-60 +lon_0=-105 ${datum}`,
    ),
    conic(figure, earth, datum),
    cylinder(`${figure}, across the date line`, earth, datum, { lat: -10, lon: 175 }),
    touching(figure, earth, datum, { lat: 54.9, lon: -2.5 }, { lat: 61.318859, lon: -24.509924 }),
    touching(`${figure}, at the north pole`, earth, datum, { lat: 90, lon: 0 }, { lat: 70, lon: -40 }),
    touching(`${figure}, at the south pole`, earth, datum, { lat: -90, lon: 10 }, { lat: -70, lon: -30 }),
  ]);
}

function polar(where: string, earth: Entry, pole: number, first: Case['first'], definition: string): Case {
  const latTrue = pole ? -60 : 60;
  const entries: Entry[] = [earth, ...place(39, first), ['degrees', 48, latTrue], ['degrees', 52, 255]];
  const rest: Entry[] = [...steps(56, 40e3, 30e3), ['u8', 64, pole], ['u8', 65, northwards]];
  const plane = { first, stepX: 40e3, stepY: 30e3, definition: `+proj=stere ${definition}` };
  return { name: `polar stereographic, ${where}`, template: 20, length: 65, entries: [...entries, ...rest], ...plane };
}

function conic(figure: string, earth: Entry, datum: string): Case {
  const first = { lat: 24, lon: -115 };
  const entries: Entry[] = [earth, ...place(39, first), ['degrees', 48, 23], ['degrees', 52, 264]];
  const rest: Entry[] = [
    ...steps(56, 50e3, 50e3),
    ['u8', 65, northwards],
    ['degrees', 66, 29.5],
    ['degrees', 70, 45.5],
  ];
  const definition = `+proj=aea +x_0=0 +y_0=0 +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 ${datum}`;
  const plane = { first, stepX: 50e3, stepY: 50e3, definition };
  return { name: `Albers on ${figure}`, template: 31, length: 81, entries: [...entries, ...rest], ...plane };
}

function cylinder(figure: string, earth: Entry, datum: string, first: Case['first']): Case {
  const entries: Entry[] = [earth, ...place(39, first), ['degrees', 48, 20], ['u8', 60, northwards]];
  const definition = `+proj=merc +lat_ts=20 +lon_0=180 ${datum}`;
  const plane = { first, stepX: 25e3, stepY: 20e3, definition };
  return {
    name: `Mercator on ${figure}`,
    template: 10,
    length: 72,
    entries: [...entries, ...steps(65, 25e3, 20e3)],
    ...plane,
  };
}

function touching(figure: string, earth: Entry, datum: string, at: Case['first'], first: Case['first']): Case {
  const entries: Entry[] = [earth, ...place(39, first), ...place(47, at), ['u8', 64, 0]];
  const definition = `+proj=laea +x_0=0 +y_0=0 +lat_0=${at.lat} +lon_0=${at.lon} ${datum}`;
  const plane = { first, stepX: 30e3, stepY: -40e3, definition };
  const all = [...entries, ...steps(56, 30e3, 40e3)];
  return { name: `azimuthal equal-area on ${figure}`, template: 140, length: 64, entries: all, ...plane };
}

function place(octet: number, { lat, lon }: Case['first']): Entry[] {
  return [
    ['degrees', octet, lat],
    ['degrees', octet + 4, lon],
  ];
}

function steps(octet: number, x: number, y: number): Entry[] {
  return [
    ['u32', octet, x * 1000],
    ['u32', octet + 4, y * 1000],
  ];
}

const sampleCells = [
  [0, 0],
  [gridWidth - 1, 0],
  [0, gridHeight - 1],
  [17, 29],
  [gridWidth - 1, gridHeight - 1],
];

/** Holds positions against PROJ, which is told where the first point lies on its plane. */
function compare(grid: Grid, { definition, stepX, stepY }: Case, [x0, y0]: number[]): void {
  for (const [i, j] of sampleCells) {
    const [lon, lat] = proj4(definition).inverse([x0 + i * stepX, y0 + j * stepY]);
    const index = j * gridWidth + i;
    const found = positionOf(grid, index);
    expect(found.lat, `latitude of ${i},${j}`).to.be.closeTo(lat, 1e-7);
    expect(((found.lon - lon + 540) % 360) - 180, `longitude of ${i},${j}`).to.be.closeTo(0, 1e-7);
    expect(nearest(grid, { lat, lon })).to.equal(index);
  }
}

describe('grids on a plane agree with PROJ', () => {
  for (const example of cases()) {
    it(example.name, () => {
      const { template, length, entries, definition, first } = example;
      const grid = gridOf(template, length, entries);
      expect(grid.template).to.equal(`3.${template}`);
      compare(grid, example, proj4(definition, [first.lon, first.lat]));
      expect(nearest(grid, { lat: -first.lat, lon: first.lon + 150 })).to.equal(undefined);
    });
  }

  it('transverse Mercator, with its corner in metres', () => {
    const entries: Entry[] = [ellipsoid, ['degrees', 39, 10], ['degrees', 43, -117], ['f32', 48, 0.9996]];
    entries.push(['s32', 52, 50000000], ['s32', 56, -3000000], ['u8', 60, northwards], ['u32', 61, 2500000]);
    entries.push(['u32', 65, 2000000], ['s32', 69, -20000000], ['s32', 73, 310000000]);
    const definition = `+proj=tmerc +lat_0=10 +lon_0=-117 +k=${Math.fround(0.9996)} +x_0=500000 +y_0=-30000 ${wgs84}`;
    const example = { definition, stepX: 25e3, stepY: 20e3 } as Case;
    compare(gridOf(12, 84, entries), example, [-200e3, 3100e3]);
  });
});

describe('grids on a plane refuse', () => {
  const [northern] = cases();
  const refusal = (template: number, length: number, entries: Entry[]) => () => gridOf(template, length, entries);

  it('polar planes that are true at the equator', () => {
    const entries: Entry[] = [...northern.entries, ['degrees', 48, 0]];
    expect(refusal(20, 65, entries)).to.throw('steps are true at latitude 0, which is impossible on a polar plane');
  });

  it('Mercator grids that are rotated or touch a pole', () => {
    const { entries } = cylinder('', sphere, spherical, { lat: 90, lon: 0 });
    expect(refusal(10, 72, entries)).to.throw('a Mercator grid from latitude 90, true at 20; poles are at infinity');
    const turned: Entry[] = [...entries, ['u32', 61, 30_000_000]];
    expect(refusal(10, 72, turned)).to.throw('rotated by 30 degrees; only 0 is read');
  });

  it('transverse Mercator grids with a scale factor of 0', () => {
    expect(refusal(12, 84, [ellipsoid])).to.throw(
      'a scale factor of 0 at latitude 0 makes no transverse Mercator grid',
    );
  });

  it('first points without an image', () => {
    expect(refusal(20, 65, [...northern.entries, ['degrees', 39, 91]])).to.throw('the first point is at latitude 91');
    const behind: Entry[] = [sphere, ...place(39, { lat: 0, lon: 180 })];
    expect(() => positionOf(gridOf(140, 64, behind), 0)).to.throw(
      'the first point, 0 180, has no place in the projection',
    );
  });

  it('sections that end early', () => {
    for (const { template, length, entries } of cases()) {
      const kept = entries.filter(([, octet]) => octet < length - 16);
      expect(refusal(template, length - 12, kept), `3.${template}`).to.throw(
        /section 3 has \d+ octets|makes? no|polar plane/,
      );
    }
  });
});
