import { DataError } from '@severe/base';
import { expect } from 'chai';
import { assertWhole, type FileFormat } from '../../src/parse/whole-file.ts';
import { gribMessage, mosaicFile, netcdfFile } from '../support/whole-files.ts';

const page = Buffer.from('<!DOCTYPE html><html><title>Down for maintenance</title></html>'.padEnd(200));
const volume = Buffer.from('AR2V0006.001'.padEnd(40, '\0'));

/** Why a file is not whole; undefined if it is. */
async function problemOf(bytes: Uint8Array, format: FileFormat): Promise<string | undefined> {
  try {
    await assertWhole(bytes, format);
    return undefined;
  } catch (error) {
    expect(error).to.be.instanceOf(DataError).with.property('code', 'file');
    return (error as Error).message;
  }
}

describe('parse/whole-file', () => {
  const whole: [FileFormat, Buffer][] = [
    ['grib2', gribMessage('a field')],
    ['grib2', Buffer.concat([gribMessage('u'), gribMessage('v')])],
    ['grib2.gz', mosaicFile()],
    ['level2', volume],
    ['nc', netcdfFile('bands')],
  ];
  for (const [format, bytes] of whole) {
    it(`accepts ${bytes.length} bytes of ${format}`, async () => {
      expect(await problemOf(bytes, format)).to.equal(undefined);
    });
  }

  for (const format of ['grib2', 'grib2.gz', 'level2', 'nc'] as const) {
    it(`refuses a page and nothing as ${format}`, async () => {
      expect(await problemOf(page, format)).to.match(/^expected a whole file, got 200 bytes: no /);
      expect(await problemOf(Buffer.alloc(0), format)).to.include('got 0 bytes');
    });
  }

  for (const [format, bytes] of whole.filter(([kind]) => kind !== 'level2')) {
    it(`refuses ${format} of which the last byte is missing`, async () => {
      expect(await problemOf(bytes.subarray(0, -1), format)).to.be.a('string');
    });
  }

  it('refuses text after a message', async () => {
    expect(await problemOf(Buffer.concat([gribMessage('a'), page]), 'grib2')).to.include('no GRIB message at byte 21');
  });
});
