import { expect } from 'chai';
import { readJson } from '../../src/parse/payload.ts';

const nested = (levels: number): string => `${'[{"a":'.repeat(levels / 2)}0${'}]'.repeat(levels / 2)}`;
const filler = ' '.repeat(1 << 16);

describe('parse/payload', () => {
  it('reads documents of a thousand levels, and refuses deeper ones', () => {
    expect(readJson(nested(1000) + filler)).to.be.an('array');
    const tooDeep = 'expected JSON of at most 1000 levels, got more';
    expect(() => readJson(nested(1002) + filler)).to.throw(tooDeep);
    expect(() => readJson(filler + '['.repeat(1001))).to.throw(tooDeep);
  });

  it('does not count brackets in strings, nor levels that have ended', () => {
    const strings = ['['.repeat(2000), `\\"${'{'.repeat(2000)}`, '\\', '"', '\\\\"[', '{'.repeat(2000)];
    const document = [...strings, ...Array.from({ length: 20_000 }, () => [{}])];
    expect(readJson(JSON.stringify(document))).to.deep.equal(document);
  });

  it('leaves a string without an end to the parser', () => {
    expect(() => readJson(`${filler}["${'['.repeat(2000)}`)).to.throw(/^expected JSON, got .*Unterminated string/);
  });
});
