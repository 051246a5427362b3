import { expect } from 'chai';
import { riverOf } from '../../../src/resources/gauges/river.ts';

describe('api/gauges/river', () => {
  const rivers: [name: string, river: string | null][] = [
    ['Canadian River at Norman', 'Canadian River'],
    ['Clear Creek near Oxford', 'Clear Creek'],
    ['POTOMAC RIVER NEAR WASH, DC LITTLE FALLS PUMP STA', 'POTOMAC RIVER'],
    ['Cedar River 0 NW Janesville', 'Cedar River'],
    ['FOWL RIVER  AT EAST FOWL RIVER BRIDGE Tide gauge', 'FOWL RIVER'],
    ['Wabash River at Terre Haute...US Hwy 150 Eastbound', 'Wabash River'],
    ['Little River blw Lake Thunderbird nr Norman, OK', 'Little River'],
    ['Atascosa River abv Pleasanton', 'Atascosa River'],
    ['Lake Thunderbird', null],
    ['Attawapiskat', null],
    ['at Norman', null],
    ['', null],
  ];
  for (const [name, river] of rivers) {
    it(`${JSON.stringify(name)}: ${river ?? 'not told'}`, () => {
      expect(riverOf(name)).to.equal(river);
    });
  }

  it('is null without a name', () => {
    expect(riverOf(null)).to.equal(null);
  });
});
