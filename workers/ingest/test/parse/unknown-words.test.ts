import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { collectingUnknownWords, knownWord, noteUnknownWord } from '../../src/parse/unknown-words.ts';

const table = { low: 1, high: 2 };

describe('parse/unknown-words', () => {
  it('finds known words, and counts the others by field', async () => {
    const { result, unknownWords } = await collectingUnknownWords(async () => {
      const found = ['low', 'odd', 'constructor', 'odd', null, undefined, ''].map((word) =>
        knownWord(table, word, 'risk'),
      );
      await setImmediate();
      noteUnknownWord('type', 'odd', 2);
      return found;
    });
    expect(result).to.deep.equal([1, undefined, undefined, undefined, undefined, undefined, undefined]);
    expect(unknownWords).to.deep.equal([
      { field: 'risk', word: 'odd', count: 2 },
      { field: 'risk', word: 'constructor', count: 1 },
      { field: 'type', word: 'odd', count: 2 },
    ]);
  });

  it('keeps the words of tasks that run at the same time apart', async () => {
    const task = (word: string) =>
      collectingUnknownWords(async () => {
        await setImmediate();
        noteUnknownWord('risk', word);
      });
    const both = await Promise.all([task('a'), task('b')]);
    expect(both.map(({ unknownWords }) => unknownWords.map(({ word }) => word))).to.deep.equal([['a'], ['b']]);
  });

  it('keeps the beginnings of a hundred words, and needs nobody to collect them', async () => {
    noteUnknownWord('risk', 'odd');
    const { unknownWords } = await collectingUnknownWords(() => {
      for (let i = 0; i < 1000; i++) noteUnknownWord('risk', `${i} ${'x'.repeat(1000)}`);
    });
    expect(unknownWords).to.have.length(100);
    expect(unknownWords[0].word).to.have.length(80);
  });
});
