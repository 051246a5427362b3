import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { differencesOf, shapeOfHeader, shapeOfJson, shapeOfLines, type PayloadShape } from '../support/shape-of.ts';
import { comparisons, type Comparison } from './comparisons.ts';

const read = (test: Mocha.Context, file: string): string => readFileSync(sharedFile(test, `data/${file}`), 'utf8');

function shapesOf(test: Mocha.Context, { real, form }: Comparison): [real: PayloadShape, simulated: PayloadShape] {
  const texts = real.map((file) => read(test, file));
  if (form.kind === 'lines') return [shapeOfLines(texts, form.lines), shapeOfLines(form.simulated(), form.lines)];
  if (form.kind === 'columns') {
    const headers = texts.map((text) => text.split(/\r?\n/).find((line) => /^(?:Time|time|raw_text),/.test(line))!);
    return [shapeOfHeader(headers), shapeOfHeader(form.simulated())];
  }
  const { member } = form;
  const values = texts.map((text): unknown => JSON.parse(text));
  const parts = member === undefined ? values : values.map((value) => (value as Record<string, unknown>)[member]);
  return [shapeOfJson(parts), shapeOfJson(form.simulated())];
}

describe('what the simulator sends, compared with real payloads', function () {
  this.timeout(60_000);
  for (const comparison of comparisons) {
    const { feeds, real, differences } = comparison;
    const [file] = real;

    it(`differs for known reasons only: ${feeds[0]}, ${file.split('/').at(-1)}`, function () {
      const found = differencesOf(...shapesOf(this, comparison));
      const unknown = found.filter((line) => !differences.some(([pattern]) => pattern.test(line)));
      expect(unknown).to.deep.equal([]);
      const stale = differences.filter(([pattern]) => !found.some((line) => pattern.test(line)));
      expect(stale.map(([pattern]) => String(pattern))).to.deep.equal([]);
    });
  }

  it('is compared with files that exist', function () {
    sharedFile(this, 'data/upstream/MANIFEST.md');
    const missing = comparisons
      .flatMap(({ real }) => real)
      .filter((file) => !existsSync(sharedFile(this, `data/${file}`)));
    expect(missing).to.deep.equal([]);
  });
});

describe('support/shape-of', () => {
  const differences = (real: unknown, simulated: unknown) =>
    differencesOf(shapeOfJson([real]), shapeOfJson([simulated]));

  it('finds members that are missing or too many, once for what is below them', () => {
    expect(differences({ a: { b: 1, c: 2 }, d: 3 }, { d: 3, e: { f: 4 } })).to.deep.equal(['+ e', '- a']);
    expect(differences({ a: [{ b: 1 }] }, { a: [{ c: 1 }] })).to.deep.equal(['+ a[].c', '- a[].b']);
  });

  it('finds other types, and takes null for any', () => {
    expect(differences({ a: '1', b: null }, { a: 1, b: 2 })).to.deep.equal(['~ a: string → number']);
    expect(differences({ a: 1 }, { a: null })).to.deep.equal([]);
  });

  it('finds words that no real payload has', () => {
    expect(differences([{ basin: 'Pacific' }, { basin: 'Atlantic' }], [{ basin: 'Eastern Pacific' }])).to.deep.equal(['= [].basin: Eastern Pacific']); // prettier-ignore
    expect(differences([{ basin: 'Pacific' }], [{ basin: 'Pacific' }])).to.deep.equal([]);
    expect(differences({ at: '2026-05-20T22:00:00Z' }, { at: '2027-05-20T22:00:00Z' })).to.deep.equal([]);
  });

  it('compares columns, and the lines of texts', () => {
    expect(differencesOf(shapeOfHeader(['a,b']), shapeOfHeader(['a,c']))).to.deep.equal(['+ c', '- b']);
    const kinds = { number: /^\d/m, word: /^[a-z]/m };
    expect(differencesOf(shapeOfLines(['1\nx'], kinds), shapeOfLines(['x'], kinds))).to.deep.equal(['- number']);
  });
});
