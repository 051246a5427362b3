import { expect } from 'chai';
import { createFeeds } from '../../src/feeds/index.ts';

describe('feeds', () => {
  it('have unique ids, in the same order for every service', () => {
    const ids = createFeeds().map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(createFeeds().map(({ id }) => id)).to.deep.equal(ids);
  });

  it('keep their state per service', () => {
    const [one, other] = [createFeeds(), createFeeds()];
    const shared = one.filter((feed, i) => feed === other[i]).map(({ id }) => id);
    for (const id of ['nexrad', 'nws-alerts', 'nws-text', 'hml']) expect(shared, id).to.not.include(id);
  });
});
