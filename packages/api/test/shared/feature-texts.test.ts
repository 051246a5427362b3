import { expect } from 'chai';
import { CacheBudget } from '@severe/async';
import { createFeatureTexts } from '../../src/shared/feature-texts.ts';

describe('api/feature-texts', () => {
  let asked: number[][];
  beforeEach(() => (asked = []));
  const make = async (ids: number[]) => {
    asked.push(ids);
    return new Map(ids.filter((id) => id !== 13).map((id) => [id, `text ${id}, ${asked.length}`]));
  };
  const at = (id: number, revision = 'a') => ({ id, revision });

  it('creates only texts of changed rows, and keeps the order', async () => {
    const texts = createFeatureTexts(new CacheBudget(1 << 20));
    expect(await texts([at(2), at(1)], make)).to.deep.equal(['text 2, 1', 'text 1, 1']);
    expect(await texts([at(1), at(3), at(2, 'b')], make)).to.deep.equal(['text 1, 1', 'text 3, 2', 'text 2, 2']);
    expect(await texts([at(2, 'b')], make)).to.deep.equal(['text 2, 2']);
    expect(asked).to.deep.equal([
      [2, 1],
      [3, 2],
    ]);
  });

  it('omits deleted rows, and requests them again', async () => {
    const texts = createFeatureTexts(new CacheBudget(1 << 20));
    for (let i = 0; i < 2; i++) expect(await texts([at(1), at(13)], make)).to.deep.equal(['text 1, 1']);
    expect(asked).to.deep.equal([[1, 13], [13]]);
  });

  it('limits its memory', async () => {
    const texts = createFeatureTexts(new CacheBudget(2000));
    for (let id = 20; id < 40; id++) await texts([at(id)], make);
    await texts([at(39)], make);
    expect(asked.length).to.equal(20);
    await texts([at(20)], make);
    expect(asked.length).to.equal(21);
  });
});
