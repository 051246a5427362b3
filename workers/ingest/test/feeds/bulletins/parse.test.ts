import { expect } from 'chai';
import { parseTextBulletin, parseTextListing, parseTextProduct } from '../../../src/feeds/bulletins/parse.ts';
import { refusalOf } from '../../support/refusal.ts';

const entry = {
  id: 'b6',
  wmoCollectiveId: 'FXUS61',
  issuingOffice: 'KOKX',
  issuanceTime: '2026-08-06T14:08:00-04:00',
  productCode: 'AFD',
};
const row = { id: 'b6', product: 'AFD', office: 'OKX', wmo: 'FXUS61', issuedAt: new Date('2026-08-06T18:08Z') };
const product = (productText: string) => parseTextProduct(JSON.stringify({ ...entry, productText }));

describe('bulletins/parse', () => {
  it('refuses an entry that lacks a field, and names it by its id or its place', () => {
    const needed = { id: 'id', productCode: 'productCode', issuingOffice: 'issuingOffice', wmoCollectiveId: 'wmoCollectiveId' }; // prettier-ignore
    const list = [entry, ...Object.keys(needed).map((name) => ({ ...entry, [name]: undefined })), { ...entry, issuanceTime: null }, 7]; // prettier-ignore
    const { rows, refused } = parseTextListing(JSON.stringify({ '@graph': list }));
    expect(rows).to.deep.equal([row]);
    expect(refused).to.deep.equal([
      { what: 'bulletin 1', why: 'expected id as text, got nothing' },
      { what: 'b6', why: 'expected productCode as text, got nothing' },
      { what: 'b6', why: 'expected issuingOffice as text, got nothing' },
      { what: 'b6', why: 'expected wmoCollectiveId as text, got nothing' },
      { what: 'b6', why: 'expected issuanceTime as a time, got null' },
      { what: 'bulletin 6', why: 'expected a bulletin as an object, got 7' },
    ]);
  });

  it('refuses a payload without a list or a text', () => {
    expect(refusalOf(() => parseTextListing('[]'))).to.equal(
      'shape: expected a list of bulletins as an object, got []',
    );
    expect(refusalOf(() => parseTextListing('{}'))).to.equal('shape: expected @graph as a list, got nothing');
    expect(refusalOf(() => parseTextProduct('[]'))).to.equal('shape: expected a bulletin as an object, got []');
    expect(refusalOf(() => parseTextProduct(JSON.stringify(entry)))).to.equal('field: expected productText as text, got nothing'); // prettier-ignore
  });

  it('has the amendment of its heading', () => {
    const words = (heading: string) => `${heading}\nAFDOKX\n\nWords.`;
    const text = words('FXUS61 KOKX 061808 CCA');
    expect(product(text)).to.deep.equal({ ...row, amendment: 'CCA', text });
    for (const heading of ['FXUS61 KOKX 061808', 'FXUS61 KOKX 061808 CC', 'FXUS61 KOKX 0618 CCA', 'FXUS6 KOKX 061808 CCA', 'XFXUS61 KOKX 061808 CCA', 'FXUS61 KOKX 061808 CCAX']) {
      expect(product(words(heading)).amendment, heading).to.equal(null);
    } // prettier-ignore
    expect(product(`000 \nFXUS61 KOKX 061808 AAB\nAFDOKX`).amendment).to.equal('AAB');
  });

  it('does not take a line far below for its heading', () => {
    expect(product(`FXUS61 KOKX 061808\n${'words '.repeat(20)}\nFXUS61 KOKX 061808 CCA`).amendment).to.equal(null);
  });

  it('has no number of the transmission above its text', () => {
    for (const before of ['000 \n', '\n\n123\n', ' 123  \n']) expect(product(`${before}FXUS61\nx`).text, before).to.equal('FXUS61\nx'); // prettier-ignore
    for (const before of ['12\n', '1234\n', '123 x\n', 'x\n123\n']) expect(product(`${before}FXUS61`).text, before).to.equal(`${before}FXUS61`); // prettier-ignore
  });

  it('without an envelope is named by time, office, headings and amendment', () => {
    const near = new Date('2026-08-06T19:00Z');
    expect(parseTextBulletin('FXUS61 KOKX 061808 CCA\nAFDOKX\n\nWords.\n', near)).to.deep.equal({
      ...row,
      id: '202608061808-KOKX-FXUS61-AFDOKX-CCA',
      amendment: 'CCA',
      text: 'FXUS61 KOKX 061808 CCA\nAFDOKX\n\nWords.',
    });
  });
});
