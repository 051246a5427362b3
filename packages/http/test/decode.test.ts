import { expect } from 'chai';
import * as fc from 'fast-check';
import { decodeText } from '../src/decode.ts';

describe('http/decode', () => {
  it('decodes UTF-8, and a plus as a space only in a query', () => {
    expect(decodeText('S%C3%A3o+Paulo', true)).to.equal('São Paulo');
    expect(decodeText('a+b')).to.equal('a+b');
  });

  it('reads bytes that should have been encoded, which Node shows as latin-1', () => {
    expect(decodeText(Buffer.from('São').toString('latin1'))).to.equal('São');
  });

  it('refuses text that a database cannot store', () => {
    for (const wrong of ['%00', 'a%00b', '%80', '%', '%2', '%zz', '%ED%A0%80', '\u00ff', '\ud800']) {
      expect(decodeText(wrong), JSON.stringify(wrong)).to.equal(undefined);
    }
  });

  it('decodes every encoded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const text = given.replaceAll('\0', '');
        expect(decodeText(encodeURIComponent(text))).to.equal(text);
      }),
    );
  });
});
