import { expect } from 'chai';
import { coloursOf } from '../../../src/feeds/outlooks/colours.ts';
import { knownRiskOf, riskOf } from '../../../src/feeds/outlooks/row.ts';

describe('outlooks/row', () => {
  it('reads the categories in their order', () => {
    const ranks = ['TSTM', 'MRGL', 'SLGT', 'ENH', 'MDT', 'HIGH'].map((label) => riskOf(label, 1)?.riskRank);
    expect(ranks).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(riskOf(' mdt ', 1)).to.deep.equal({ risk: 'MDT', riskRank: 5, probability: null, significant: false });
  });

  it('reads hatched areas', () => {
    for (const risk of ['SIGN', 'CIG1', 'CIG3'])
      expect(riskOf(risk, 2)).to.deep.equal({ risk, riskRank: null, probability: null, significant: true });
  });

  it('reads probabilities above zero up to one', () => {
    const labels = { '0.02': '2', '.05': '5', '0.29': '29', '0.6': '60', '1.0': '100', '1.': '100', '1.00': '100' };
    for (const [label, risk] of Object.entries(labels))
      expect(riskOf(label, 1), label).to.deep.equal({ risk, riskRank: null, probability: Number(label), significant: false }); // prettier-ignore
  });

  it('has any other label as it is, in capitals', () => {
    expect(riskOf(' purple ', 1)).to.deep.equal({ risk: 'PURPLE', riskRank: null, probability: null, significant: false }); // prettier-ignore
  });

  it('has nothing for any other text', () => {
    const others = ['', 'SIGNS', 'ASIGN', 'CIG', 'CIG12', 'XCIG1', '0', '0.0', '0.00', '1.01', '1.5', '2', '15', '-0.15', '10.15', '0.15%', '+0.15', '0.15E-1', '1e-1', 'toString']; // prettier-ignore
    for (const label of others) expect(knownRiskOf(label, 4), label).to.equal(undefined);
  });

  it('gives the probabilities of days 4 to 8 the categories of SPC', () => {
    expect([riskOf('0.15', 4), riskOf('0.30', 8), riskOf('0.45', 4), riskOf('0.15', 3)].map((risk) => risk?.riskRank)).to.deep.equal([3, 4, null, null]); // prettier-ignore
  });

  it('has the colours of SPC, of which tornadoes have a ladder of their own', () => {
    const of = (label: string, type: 'tornado' | 'hail' | 'categorical') => coloursOf(riskOf(label, 1), type);
    expect(of('0.15', 'tornado')).to.deep.equal({ colour: '#FF0000', fill: '#FF8080' });
    expect(of('0.15', 'hail')).to.deep.equal({ colour: '#FF9600', fill: '#FFEB7F' });
    expect(of('SIGN', 'hail')).to.deep.equal({ colour: '#000000', fill: '#888888' });
    expect(of('HIGH', 'categorical')).to.deep.equal({ colour: '#CC00CC', fill: '#EE99EE' });
    expect(of('0.10', 'hail')).to.deep.equal({ colour: null, fill: null });
  });
});
