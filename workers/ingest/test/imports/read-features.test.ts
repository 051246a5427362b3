import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { fileOf } from '../../src/imports/open-file.ts';
import { readFeatures } from '../../src/imports/read-features.ts';

describe('imports/read-features', () => {
  it('parses a collection in small pieces, between which other work is done', async () => {
    const features = '{"type":"Feature","properties":{"A":1}},'.repeat(1500).slice(0, -1); // 60 kB, which come as one
    const file = fileOf('a.geojson', Buffer.from(`{"type":"FeatureCollection","features":[${features}]}`));
    const over = new AbortController();
    let [turns, count] = [0, 0];
    const others = (async () => {
      for (; !over.signal.aborted; turns++) await nextTurn();
    })();
    let most = 0;
    let before = 0;
    for await (const { properties } of readFeatures(file, () => {})) {
      expect(properties).to.deep.equal({ a: 1 });
      if (++count % 250 > 0) continue;
      if (turns === before) most++;
      before = turns;
    }
    over.abort();
    await others;
    expect(count).to.equal(1500);
    expect(most, 'groups of 10 kB without a turn between').to.equal(0);
  });
});
