import { expect } from 'chai';
import { parseHml } from '../../../src/feeds/gauges/parse-hml.ts';
import { refusalOf } from '../../support/refusal.ts';

const time = '2026-05-20T22:00:00Z';
const at = new Date(time);
const read = (documents: string, awips = 'HMLDMX') => parseHml(`SRUS53 KDMX 202210\n${awips}\n${documents}`, at);
const datum = (primary: number, secondary: number, valid = time) => `<datum><valid>${valid}</valid><primary>${primary}</primary><secondary>${secondary}</secondary></datum>`; // prettier-ignore
const run = (kind: string, attributes: string, inner: string) => `<${kind} ${attributes}>${inner}</${kind}>`;
const site = (inner: string, attributes = `id="JANI4" generationtime="2026-05-20T22:05:00Z"`) => `<?xml version="1.0"?>\n<site ${attributes}>${inner}</site>\n`; // prettier-ignore
const stageFirst = 'primaryUnits="ft" secondaryUnits="kcfs"';

describe('gauges/parse-hml', () => {
  it('reads observed and forecast values of a site', () => {
    const observed = run('observed', stageFirst, datum(1.74, 0.896) + datum(-999, -9999));
    const forecast = run('forecast', `primaryUnits="cfs" secondaryUnits="ft" issued="2026-05-20T21:00:00Z"`, datum(896, 2.5)); // prettier-ignore
    expect(read(site(observed + forecast))).to.deep.equal({
      rows: [
        {
          lid: 'JANI4',
          kind: 'observed',
          issuedAt: new Date('2026-05-20T22:05Z'),
          stageUnit: 'ft',
          flowUnit: 'ft3/s',
          points: [
            { at, stage: 1.74, flow: 896 },
            { at, stage: null, flow: null },
          ],
        },
        {
          lid: 'JANI4',
          kind: 'forecast',
          issuedAt: new Date('2026-05-20T21:00Z'),
          stageUnit: 'ft',
          flowUnit: 'cfs',
          points: [{ at, stage: 2.5, flow: 896 }],
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('reads a site below which is anything else', () => {
    const one = site(run('observed', stageFirst, datum(1.74, 0.896)));
    expect(read(`${one}\n$$\n\nNNNN <`).rows).to.have.length(1);
  });

  it('ignores a run without values, but not one with stage or flow alone', () => {
    const points = (inner: string) => read(site(run('observed', stageFirst, inner)));
    expect(points(datum(-999, -999))).to.deep.equal({ rows: [], refused: [], ignored: { 'no data': 1 } });
    expect([points(datum(1, -999)).rows.length, points(datum(-999, 1)).rows.length]).to.deep.equal([1, 1]);
    expect(points('')).to.deep.equal({ rows: [], refused: [], ignored: {} });
    expect(points(datum(-999, -999) + datum(1, -999)).rows).to.have.length(1);
  });

  it('refuses a run that lacks a field, and names it', () => {
    const bad = run('observed', stageFirst, datum(1, 1, 'now')) + run('forecast', stageFirst, datum(1, 1));
    expect(read(site(bad, '')).refused).to.deep.equal([
      { what: 'undefined observed', why: 'expected valid as a time, got "now"' },
      { what: 'undefined forecast', why: 'expected id as text, got nothing' },
    ]);
    expect(read(site(run('observed', stageFirst, '<datum>x</datum>'))).refused).to.deep.equal([{ what: 'JANI4 observed', why: 'expected a datum as an object, got "x"' }]); // prettier-ignore
    expect(read(site(run('forecast', `${stageFirst} issued="now"`, datum(1, 1)))).refused[0].why).to.equal('expected issued as a time, got "now"'); // prettier-ignore
    expect(read(site(run('forecast', stageFirst, datum(1, 1)), 'id="A"')).rows[0].issuedAt).to.equal(null);
  });

  it('keeps zeros of identifiers, and does not expand entities', () => {
    const { rows } = read(site(run('observed', stageFirst, datum(1, 1)), 'id="00123"'));
    expect(rows[0].lid).to.equal('00123');
    expect(read(site(run('observed', stageFirst, datum(1, 1)), 'id="A&amp;B"')).rows[0].lid).to.equal('A&amp;B');
  });

  it('refuses another product', () => {
    expect(refusalOf(() => read('', 'RVSDMX'))).to.equal(
      'bulletin: expected HML and an office, got "RVSDMX" (river statement)',
    );
    expect(refusalOf(() => read('', 'XHMLX'))).to.equal('bulletin: expected HML and an office, got "XHMLX"');
  });

  it('refuses what is no XML of a site', () => {
    expect(refusalOf(() => read(`<?xml version="1.0"?>\n <site><a></site>${' x'.repeat(50)}`))).to.equal(`xml: expected the XML of a site, got ${JSON.stringify(`<site><a></site>${' x'.repeat(22)}`)}`); // prettier-ignore
    expect(() => read('<?xml version="1.0"?><site><a></site>'))
      .to.throw()
      .with.property('cause')
      .that.is.an('error');
    expect(refusalOf(() => read('<?xml version="1.0"?><other/>'))).to.equal('shape: expected a site as an object, got nothing'); // prettier-ignore
  });

  it('has nothing in a bulletin without documents', () => {
    expect(read('  \n')).to.deep.equal({ rows: [], refused: [], ignored: {} });
  });
});
