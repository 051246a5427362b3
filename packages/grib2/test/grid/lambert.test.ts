import { hrrrGrid, hrrrOrigin, type LambertGridInput } from '@severe/grib2/write';
import { expect } from 'chai';
import proj4 from 'proj4';
import { messageOf, nearest, onlyField, patched, positionOf, refusalOf } from '../support.ts';

function fieldOn(grid: LambertGridInput): Uint8Array {
  const codes = new Uint8Array(grid.width * grid.height);
  const identification = { ...hrrrOrigin, referenceAt: new Date('2026-05-20T22:00:00Z') };
  return messageOf({ identification, grid, values: { codes, reference: 0 } });
}

const grids: [string, LambertGridInput, string][] = [
  ['tangent, as the HRRR', hrrrGrid, '+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229'],
  [
    'secant',
    { ...hrrrGrid, lat1: 25, lat2: 45, trueLat: 35, orientationLon: -95, width: 300, height: 200 },
    '+proj=lcc +lat_1=25 +lat_2=45 +lat_0=35 +lon_0=-95 +R=6371229',
  ],
  [
    'southern',
    {
      ...hrrrGrid,
      firstLat: -50,
      firstLon: 120,
      lat1: -30,
      lat2: -45,
      trueLat: -40,
      orientationLon: 135,
      width: 300,
      height: 200,
    },
    '+proj=lcc +lat_1=-30 +lat_2=-45 +lat_0=-40 +lon_0=135 +R=6371229',
  ],
];

describe('grid/lambert', () => {
  for (const [name, input, definition] of grids) {
    it(`agrees with PROJ on a ${name} cone`, () => {
      const { grid } = onlyField(fieldOn(input));
      const [x0, y0] = proj4(definition, [input.firstLon, input.firstLat]);
      for (const [i, j] of [
        [0, 0],
        [input.width - 1, 0],
        [0, input.height - 1],
        [137, 91],
        [input.width - 1, input.height - 1],
      ]) {
        const [lon, lat] = proj4(definition).inverse([x0 + i * input.stepX, y0 + j * input.stepY]);
        const index = j * input.width + i;
        const found = positionOf(grid, index);
        expect(found.lat).to.be.closeTo(lat, 1e-7);
        expect(found.lon).to.be.closeTo(lon, 1e-7);
        expect(nearest(grid, { lat, lon })).to.equal(index);
      }
    });
  }

  it('agrees with PROJ on an ellipsoid', () => {
    const bytes = patched(fieldOn({ ...hrrrGrid, width: 50, height: 40 }), 3, 15, 5); // WGS 84
    const definition = '+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +datum=WGS84';
    const [x0, y0] = proj4(definition, [hrrrGrid.firstLon, hrrrGrid.firstLat]);
    const [lon, lat] = proj4(definition).inverse([x0 + 49 * 3000, y0 + 39 * 3000]);
    const found = positionOf(onlyField(bytes).grid, 39 * 50 + 49);
    expect(found.lat).to.be.closeTo(lat, 1e-7);
    expect(found.lon).to.be.closeTo(lon, 1e-7);
  });

  it('starts in the south-west and has its origin at the standard parallel', () => {
    const { grid } = onlyField(fieldOn(hrrrGrid));
    expect(grid.scan.flags).to.equal(64);
    expect(grid.geometry).to.deep.include({
      kind: 'lambert',
      lat1: 38.5,
      lat2: 38.5,
      latOrigin: 38.5,
      lonOrigin: -97.5,
    });
    expect(grid.geometry).to.deep.include({ stepX: 3000, stepY: 3000, earth: { major: 6371229, minor: 6371229 } });
  });

  it('has no index for positions outside it', () => {
    const { grid } = onlyField(fieldOn(hrrrGrid));
    expect(nearest(grid, { lat: 60, lon: -97 })).to.equal(undefined);
    expect(nearest(grid, { lat: -89, lon: 80 })).to.equal(undefined);
    expect(nearest(grid, { lat: -90, lon: 0 })).to.equal(undefined);
  });

  it('refuses parallels that make no cone and invalid shapes of the earth', () => {
    const bytes = fieldOn({ ...hrrrGrid, width: 5, height: 4 });
    const pole = [0x05, 0x5d, 0x4a, 0x80]; // 90 degrees
    expect(refusalOf(patched(bytes, 3, 66, ...pole)).message).to.equal('standard parallels 90 and 38.5 make no cone');
    expect(refusalOf(patched(bytes, 3, 15, 1)).message).to.match(/^shape of the earth 1 with semi-axes of 0 and 0 m/);
    expect(refusalOf(patched(bytes, 3, 15, 77)).message).to.equal('shape of the earth 77 is not known');
  });
});
