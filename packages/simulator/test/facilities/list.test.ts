import { facilityKinds } from '@severe/catalogue';
import { distanceM } from '@severe/geo';
import { expect } from 'chai';
import { facilitiesOf, facilityTable } from '../../src/facilities/list.ts';

const facilities = facilitiesOf(11);

describe('the simulated facilities', () => {
  it('include about a hundred of every kind, each with one id and a descriptive name', () => {
    expect(facilities.length).to.be.within(400, 1000);
    expect(new Set(facilities.map(({ id }) => id)).size).to.equal(facilities.length);
    for (const kind of facilityKinds) {
      expect(facilities.filter((one) => one.kind === kind).length, kind).to.be.above(30);
    }
    for (const { name } of facilities) expect(name).to.match(/ \(SIMULATED\)$/);
  });

  it('are the same for a seed, and stand near their towns', () => {
    expect(facilitiesOf(11)).to.deep.equal(facilities);
    for (const { town, lat, lon } of facilities) expect(distanceM(town, { lat, lon })).to.be.below(2500);
  });

  it('are a table with a row for each', () => {
    const [header, ...rows] = facilityTable(facilities).trimEnd().split('\n');
    expect(header).to.equal('id,kind,name,city,state,capacity,latitude,longitude');
    expect(rows).to.have.length(facilities.length);
  });
});
