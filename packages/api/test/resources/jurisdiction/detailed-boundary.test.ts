import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { areaHolds, signedArea, type Area, type Ring } from '@severe/geo';
import { expect } from 'chai';
import { detailedBoundary } from '../../../src/resources/jurisdiction/detailed-boundary.ts';

const shells = (area: Area): Ring[] =>
  area.type === 'Polygon' ? [area.coordinates[0]] : area.coordinates.map(([shell]) => shell);
const verticesOf = (area: Area) => shells(area).reduce((sum, ring) => sum + ring.length, 0);

/** Area of a small ring, km²: square degrees at its latitude. */
function km2Of(area: Area): number {
  return shells(area).reduce((sum, ring) => {
    const lat = ring.reduce((total, [, y]) => total + y, 0) / ring.length;
    return sum + (Math.abs(signedArea(ring)) / 2) * 111.195 ** 2 * Math.cos((lat * Math.PI) / 180);
  }, 0);
}

describe('detailed boundaries of counties', () => {
  it('have the area of the Census Bureau, land and water', async () => {
    // Gazetteer of 2016, ALAND + AWATER in km²: Cleveland County OK, Harris County TX, Johnson County KS.
    for (const [fips, km2] of [
      ['40027', 1446],
      ['48201', 4602],
      ['20091', 1243],
    ] as const) {
      expect(km2Of((await detailedBoundary(fips))!), fips).to.be.closeTo(km2, 0.02 * km2);
    }
  });

  it('have closed rings, the outer ones counter-clockwise, and ten times the vertices of the simplified ones', async () => {
    const area = (await detailedBoundary('40027'))!;
    for (const ring of shells(area)) {
      expect(ring[0]).to.deep.equal(ring.at(-1));
      expect(signedArea(ring)).to.be.above(0);
    }
    expect(verticesOf(area)).to.be.above(300); // the simplified one has fewer than 30
    expect(areaHolds(area, [-97.4395, 35.2226])).to.equal(true); // Norman
    expect(areaHolds(area, [-97.5164, 35.4676])).to.equal(false); // Oklahoma City
  });

  it('exist for every county of the shapes for searches, except three kinds that are younger', async () => {
    const file = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
    const topology = JSON.parse(readFileSync(file, 'utf8')) as {
      objects: { counties: { geometries: { id: string }[] } };
    };
    const ids = topology.objects.counties.geometries.map(({ id }) => id.padStart(5, '0'));
    expect(ids.length).to.be.above(3000);
    const missing: string[] = [];
    for (const state of new Set(ids.map((id) => id.slice(0, 2)))) {
      for (const id of ids.filter((one) => one.startsWith(state)).slice(0, state === '02' ? 99 : 5)) {
        if (!(await detailedBoundary(id))) missing.push(id);
      }
    }
    expect(
      missing.every((id) => id.startsWith('09') || ['02063', '02066'].includes(id)),
      missing.join(),
    ).to.equal(true);
  }).timeout(60_000);

  it('do not exist for unknown counties and states', async () => {
    expect(await detailedBoundary('40999')).to.equal(undefined);
    expect(await detailedBoundary('99001')).to.equal(undefined);
  });
});
