import type { Objects } from '@severe/platform';
import { expect } from 'chai';
import { SharedFile } from '../src/shared-file.ts';

describe('shared-file', () => {
  let asked: string[];
  let there: boolean;
  let shared: SharedFile;

  beforeEach(() => {
    asked = [];
    there = true;
    const get = async (key: string): Promise<Buffer | undefined> => {
      asked.push(key);
      return there ? Buffer.from(key) : undefined;
    };
    shared = new SharedFile({ get } as Objects);
  });

  it('fetches a file of several products once, into memory that threads share', async () => {
    const files = await Promise.all(['a.nc', 'a.nc', 'a.nc'].map((key) => shared.of(key)));
    expect(asked).to.deep.equal(['a.nc']);
    expect(new Set(files).size).to.equal(1);
    expect(files[0]?.buffer).to.be.instanceOf(SharedArrayBuffer);
    expect(Buffer.from(files[0]!).toString()).to.equal('a.nc');
    await shared.of('b.nc');
    expect(asked).to.deep.equal(['a.nc', 'b.nc']);
  });

  it('leaves files of one product, and those that are not there, to the thread', async () => {
    expect(await shared.of('a.grib2')).to.equal(undefined);
    there = false;
    expect(await shared.of('a.nc')).to.equal(undefined);
    there = true;
    expect(await shared.of('a.nc')).to.be.instanceOf(Uint8Array);
    expect(asked).to.deep.equal(['a.nc', 'a.nc']);
  });
});
