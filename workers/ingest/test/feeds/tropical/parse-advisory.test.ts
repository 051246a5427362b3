import { expect } from 'chai';
import { capitalised, parseAdvisory } from '../../../src/feeds/tropical/parse-advisory.ts';
import { refusalOf } from '../../support/refusal.ts';

const near = new Date('2026-05-20T12:00Z');
const lines = {
  heading: 'WTNT31 KNHC 202040',
  awips: 'TCPAT1',
  title: 'Hurricane Ernesto Advisory Number  36',
  id: 'NWS National Hurricane Center Miami FL       AL052026',
  summary: 'SUMMARY OF 500 PM AST...2100 UTC...INFORMATION',
  place: 'LOCATION...25.1N 71.5W',
  wind: 'MAXIMUM SUSTAINED WINDS...115 MPH...185 KM/H',
  movement: 'PRESENT MOVEMENT...NW OR 315 DEGREES AT 12 MPH...19 KM/H',
  pressure: 'MINIMUM CENTRAL PRESSURE...955 MB...28.20 INCHES',
};
const read = (change: Partial<typeof lines> = {}) =>
  parseAdvisory(Object.values({ ...lines, ...change }).join('\n'), near);

describe('tropical/parse-advisory', () => {
  it('reads every field of an advisory', () => {
    expect(read()).to.deep.equal({
      stormId: 'al052026',
      basin: 'al',
      name: 'Ernesto',
      classification: 'HU',
      advisory: '36',
      issuedAt: new Date('2026-05-20T21:00Z'),
      lon: -71.5,
      lat: 25.1,
      maxWindKt: 100, // 115 mph are 99.9 kt
      gustKt: null,
      pressureHpa: 955,
      movementDirDeg: 315,
      movementKt: 10, // 12 mph are 10.4 kt
      category: 3,
      url: null,
    });
  });

  it('has nothing for lines that are missing', () => {
    const none = { wind: 'x', movement: 'PRESENT MOVEMENT...STATIONARY', pressure: 'x', title: 'Hurricane Ernesto', summary: 'x' }; // prettier-ignore
    expect(read(none)).to.deep.include({
      name: 'Ernesto',
      advisory: null,
      issuedAt: new Date('2026-05-20T20:40Z'),
      maxWindKt: null,
      pressureHpa: null,
      movementDirDeg: null,
      movementKt: null,
      category: null,
    });
  });

  it('has the winds in knots that the centre has rounded to five miles per hour', () => {
    // The conversions of the National Hurricane Center, from 30 to 165 kt in steps of 5.
    const mph = [35, 40, 45, 50, 60, 65, 70, 75, 80, 85, 90, 100, 105, 110, 115, 120, 125, 130, 140, 145, 150, 155, 160, 165, 175, 180, 185, 190]; // prettier-ignore
    for (const [i, speed] of mph.entries())
      expect(read({ wind: `MAXIMUM SUSTAINED WINDS...${speed} MPH` }).maxWindKt, `${speed} mph`).to.equal(30 + 5 * i);
  });

  it('has the time of its summary on the day nearest to the issue', () => {
    const at = (day: string, clock: string, now: string) =>
      parseAdvisory(Object.values({ ...lines, heading: `WTNT31 KNHC ${day}`, summary: `SUMMARY OF X...${clock} UTC...INFORMATION` }).join('\n'), new Date(now)) // prettier-ignore
        .issuedAt.toISOString()
        .slice(0, 16);
    expect(at('010240', '0300', '2027-01-01T02:45Z')).to.equal('2027-01-01T03:00');
    expect(at('312350', '0000', '2026-12-31T23:55Z')).to.equal('2027-01-01T00:00');
    expect(at('010010', '2359', '2027-01-01T00:15Z')).to.equal('2026-12-31T23:59');
    expect(at('290250', '300', '2028-02-29T03:00Z')).to.equal('2028-02-29T03:00');
  });

  it('reads lines of the summary at their start only', () => {
    const inner = Object.fromEntries(
      (['summary', 'wind', 'movement', 'pressure'] as const).map((name) => [name, `THE ${lines[name]}`]),
    );
    expect(read(inner)).to.deep.include({ issuedAt: new Date('2026-05-20T20:40Z'), maxWindKt: null, pressureHpa: null, movementKt: null }); // prettier-ignore
    expect(refusalOf(() => read({ place: `THE ${lines.place}` }))).to.match(/^bulletin: expected TCP or TCU/);
  });

  it('reads sides of the equator and of Greenwich', () => {
    const { lon, lat } = read({ place: 'LOCATION...5.5S 171.5E' });
    expect([lon, lat]).to.deep.equal([171.5, -5.5]);
  });

  it('refuses another product, another basin and a text without a summary', () => {
    const expected = 'bulletin: expected TCP or TCU with a summary of a storm, got';
    const refused = `${expected} "TCPAT1" (public advisory of a tropical cyclone)`;
    expect(refusalOf(() => read({ awips: 'TCDAT1' }))).to.equal(`${expected} "TCDAT1" (tropical cyclone discussion)`);
    expect(refusalOf(() => read({ awips: 'XTCPA' }))).to.equal(`${expected} "XTCPA"`);
    expect(refusalOf(() => read({ id: 'WP052026' }))).to.equal(refused);
    expect(refusalOf(() => read({ id: 'XAL052026' }))).to.equal(refused);
    expect(refusalOf(() => read({ id: 'AL0520261' }))).to.equal(refused);
    expect(refusalOf(() => read({ place: 'x' }))).to.equal(refused);
    expect(['TCPEP1', 'TCUAT1'].map((awips) => read({ awips }).name)).to.deep.equal(['Ernesto', 'Ernesto']);
    expect([read({ id: 'EP052026' }).basin, read({ id: 'CP052026' }).basin]).to.deep.equal(['ep', 'cp']);
  });

  it('knows the class of a storm by its title', () => {
    const named = (title: string) => {
      const { name, classification } = read({ title });
      return `${name} ${classification}`;
    };
    for (const [title, expected] of Object.entries({
      'Potential Tropical Cyclone Two Advisory Number 1': 'Two PTC',
      'POST-TROPICAL CYCLONE ARTHUR ADVISORY NUMBER  19': 'Arthur PTC',
      'Post Tropical Depression Arthur Advisory Number 19': 'Arthur PTC',
      'Post-Tropical Storm Arthur Advisory Number 19': 'Arthur PTC',
      'Subtropical Depression Two Advisory Number 1': 'Two STD',
      'Subtropical Storm Ana Advisory Number 1': 'Ana STS',
      'Tropical Depression Two-E Advisory Number 1': 'Two-E TD',
      'TROPICAL STORM BUD INTERMEDIATE ADVISORY NUMBER 1A': 'Bud TS',
      'Hurricane Bud Special Advisory Number 1': 'Bud HU',
      'Hurricane Hector Tropical Cyclone Update': 'Hector HU',
      'Hurricane Hector Discussion Number 1': 'Hector HU',
      'Remnants of Bud Advisory Number 9': 'Bud DB',
      'Remnant Of Bud Advisory Number 9': 'Bud DB',
      '  Hurricane Bud': 'Bud HU',
    })) {
      expect(named(title), title).to.equal(expected);
    }
  });

  it('has the title among its first lines', () => {
    const far = (count: number) => ['x\n'.repeat(count), lines.title].join('');
    expect(read({ title: far(5) }).name).to.equal('Ernesto');
    expect(read({ title: far(6) })).to.include({ name: 'AL052026', classification: null });
  });

  it('has any other kind as it is, and the last word as the name', () => {
    expect(read({ title: 'Super Typhoon Nock-Ten Advisory Number 4' })).to.include({ name: 'Nock-Ten', classification: 'SUPER TYPHOON', category: null }); // prettier-ignore
    expect(read({ title: 'Remnant Low Bud Advisory Number 4' })).to.include({ name: 'Bud', classification: 'DB' });
  });

  it('has a category for hurricanes only', () => {
    expect(read({ title: 'Tropical Storm Bud Advisory Number 1' }).category).to.equal(null);
  });

  it('has the number of its advisory, with the letter of an intermediate one', () => {
    const number = (title: string) => read({ title }).advisory;
    expect([number('Hurricane Bud Advisory Number 036A'), number('HURRICANE BUD ADVISORY NUMBER\n12'), number('Hurricane Bud Advisory')]).to.deep.equal(['36A', '12', null]); // prettier-ignore
  });

  it('was issued at the time of its summary, before or after that of its heading', () => {
    const issued = (utc: string, heading: string) =>
      read({ summary: lines.summary.replace('2100', utc), heading: `WTNT31 KNHC ${heading}` }).issuedAt.toISOString();
    expect(issued('300', '200240')).to.equal('2026-05-20T03:00:00.000Z');
    expect(issued('0000', '192350')).to.equal('2026-05-20T00:00:00.000Z');
    expect(issued('2355', '200005')).to.equal('2026-05-19T23:55:00.000Z');
    expect(issued('0845', '202040')).to.equal('2026-05-20T08:45:00.000Z');
    expect(issued('0835', '202040')).to.equal('2026-05-21T08:35:00.000Z');
    expect(read({ summary: 'SUMMARY OF 500 PM AST...400 PM EST...2100 UTC...INFORMATION' }).issuedAt).to.deep.equal(new Date('2026-05-20T21:00Z')); // prettier-ignore
    expect(read({ summary: 'SUMMARY OF\n...2100 UTC' }).issuedAt).to.deep.equal(new Date('2026-05-20T20:40Z'));
  });

  it('writes each word of a name with a capital', () => {
    expect([capitalised('TWO-E'), capitalised('bud'), capitalised('TWO C')]).to.deep.equal(['Two-E', 'Bud', 'Two C']);
  });
});
