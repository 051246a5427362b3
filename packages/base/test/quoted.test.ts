import { expect } from 'chai';
import { plainly, quoted } from '../src/index.ts';

describe('base/quoted', () => {
  it('quotes words, numbers and times', () => {
    for (const text of ['5000', '-97.44', '2026-05-20T22:18:00+02:00', 'Añasco', 'gage_height', '50 miles', '']) {
      expect(plainly(text), text).to.equal(text);
      expect(quoted(text), text).to.equal(JSON.stringify(text));
    }
  });

  it('shortens long input', () => {
    expect(plainly('a'.repeat(300))).to.equal('a'.repeat(40));
    expect(plainly('a'.repeat(300), 100)).to.equal('a'.repeat(100));
  });

  it('reports only the length of other input', () => {
    for (const text of ["41'--", '1;drop table users', 'select a from b', '<b>', '/etc/passwd', 'a\u0000b', '🌪']) {
      expect(plainly(text), text).to.equal(undefined);
      expect(quoted(text), text).to.equal(`text of ${text.length} characters`);
    }
  });
});
