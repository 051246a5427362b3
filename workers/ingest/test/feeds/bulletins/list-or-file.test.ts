import { expect } from 'chai';
import { parseListOrFile } from '../../../src/feeds/bulletins/parse.ts';

const near = new Date('2026-05-20T22:30:00Z');
const bulletin = 'FXUS61 KOKX 201808 CCA\nAFDOKX\n\nWords.\n';

describe('feeds/bulletins/list-or-file', () => {
  it('reads a list', () => {
    const { list, saved } = parseListOrFile('{"@graph":[]}', near);
    expect([list?.rows, saved]).to.deep.equal([[], []]);
  });

  it('reads a file with bulletins, and a bulletin in its envelope', () => {
    const [plain] = parseListOrFile(Buffer.from(bulletin), near).saved;
    expect(plain).to.include({ product: 'AFD', office: 'OKX' });
    const envelope = {
      id: 'a',
      productCode: 'AFD',
      issuingOffice: 'KOKX',
      wmoCollectiveId: 'FXUS61',
      issuanceTime: '2026-05-20T18:08:00Z',
      productText: bulletin,
    };
    const { list, saved } = parseListOrFile(JSON.stringify(envelope), near);
    expect(list).to.equal(undefined);
    expect(saved[0]).to.include({ id: 'a', product: 'AFD', office: 'OKX', amendment: 'CCA' });
  });

  it('refuses anything else', () => {
    for (const text of ['[{"a":1}]', '{}', 'words', '']) expect(() => parseListOrFile(text, near), text).to.throw();
  });
});
