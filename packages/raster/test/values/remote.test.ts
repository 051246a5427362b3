import { DataError } from '@severe/base';
import { expect } from 'chai';
import { encodeCog } from '../../src/values/encode-cog.ts';
import { openRemoteValues, openValues } from '../../src/values/index.ts';
import { modelField, radarField } from '../support/fields.ts';
import { storeOf } from '../support/store-of.ts';
import { seeded } from '@severe/testing/seeded';

describe('values/remote', () => {
  it('returns the same values as the open file', async () => {
    const bytes = encodeCog(modelField(601, 333));
    const [remote, local] = [await openRemoteValues(storeOf(bytes).read), openValues(bytes)];
    expect(remote).to.include({ width: 601, height: 333 });
    expect(remote.geometry).to.deep.equal(local.geometry);
    const random = seeded(5);
    for (let i = 0; i < 200; i++) {
      const [lon, lat] = [-110 + 25 * random(), 28 + 18 * random()];
      expect(await remote.at(lon, lat)).to.deep.equal(local.at(lon, lat));
    }
  });

  it('gives the parts under a box, from which the same cells are read', async () => {
    const bytes = encodeCog(modelField(601, 333));
    const { read, reads } = storeOf(bytes);
    const remote = await openRemoteValues(read);
    for (const [column, row, width, height, blocks] of [
      [10, 20, 30, 40, 1],
      [250, 250, 20, 20, 4],
      [0, 300, 601, 33, 3],
    ]) {
      reads.length = 0;
      const parts = await remote.parts({ column, row, width, height });
      expect(reads).to.have.length(blocks);
      const window = openValues(parts).window(column, row, width, height);
      expect(window).to.deep.equal(openValues(bytes).window(column, row, width, height));
    }
    const none = await remote.parts(undefined);
    expect(() => openValues(none).window(0, 0, 1, 1)).to.throw(RangeError, 'block 0 was not fetched, only none');
  });

  it('reads the header once, a block for a point, and nothing for a point outside', async () => {
    const { read, reads } = storeOf(encodeCog(modelField(601, 333)));
    const values = await openRemoteValues(read);
    expect(reads).to.deep.equal([[0, 16_384]]);
    await values.at(0, 0);
    expect(reads).to.have.length(1);
    await values.at(-97.5, 38.5);
    expect(reads).to.have.length(2);
    expect(reads[1][1]).to.be.below(120_000);
  });

  it('reads again if the header is longer than the first read', async () => {
    // the offsets of 2,000 blocks in a row do not fit into the first read
    const bytes = encodeCog(radarField(2000 * 256, 8, { packed: new Uint16Array(2000 * 256 * 8).fill(9000) }));
    const { read, reads } = storeOf(bytes);
    const values = await openRemoteValues(read);
    expect(reads.length).to.be.within(2, 4);
    expect((await values.at(-99.9, 39.99)).status).to.equal('nothing');
  });

  it('refuses a file that ends early', async () => {
    const bytes = encodeCog(modelField(601, 333));
    const failure = async (length: number) => {
      const values = await openRemoteValues(storeOf(bytes.subarray(0, length)).read);
      return values.at(-97.5, 38.5);
    };
    await rejects(failure(100), 'has 100 bytes, its header alone needs');
    await rejects(failure(20_000), 'came with');
  });

  it('rethrows errors of the store, and tries again the next time', async () => {
    const bytes = encodeCog(modelField(601, 333));
    let broken = false;
    const values = await openRemoteValues((start, length) =>
      broken ? Promise.reject(new Error('away')) : Promise.resolve(bytes.subarray(start, start + length)),
    );
    broken = true;
    await rejects(values.at(-97.5, 38.5), 'away', Error);
    broken = false;
    expect((await values.at(-97.5, 38.5)).status).to.equal('ok');
  });
});

async function rejects(promise: Promise<unknown>, message: string, kind: typeof Error | typeof DataError = DataError) {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(kind);
  expect((error as Error).message).to.contain(message);
}
