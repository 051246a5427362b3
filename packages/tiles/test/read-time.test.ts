import { models } from '@severe/catalogue';
import { RequestError } from '@severe/base';
import { expect } from 'chai';
import { readRun, readStamp, readValid } from '../src/read-time.ts';

const moment = new Date('2026-05-20T22:00:00Z');

describe('times in requests', () => {
  it('are stamps, RFC 3339 with any offset, or forecast hours', () => {
    expect(readStamp('202605202200')).to.deep.equal(moment);
    for (const text of [
      '202605202200',
      '2026-05-20T22:00:00Z',
      '2026-05-20T17:00:00-05:00',
      '2026-05-20T22:00:00.000Z',
      '2026-05-21T00:00:00 02:00', // a plus that was not encoded
    ]) {
      expect(readRun(text), text).to.deep.equal(moment);
      expect(readValid(text, models.hrrr), text).to.deep.equal(moment);
    }
    expect(readRun('2026-05-20T22:00')).to.deep.equal(moment); // no offset is UTC
    expect([0, 7, 48].map((hour) => readValid(String(hour), models.hrrr))).to.deep.equal(
      [0, 7, 48].map((hour) => hour * 3_600_000),
    );
    expect(readValid('84', models.rrfs)).to.equal(84 * 3_600_000);
  });

  it('are refused with a message that names the valid forms', () => {
    const refused: [(text: string) => unknown, string][] = [
      ...['', '2026', '202613010000', '202605202460', 'now', '2026-05-20T22:00:00Z'].map(
        (t) => [readStamp, t] as never,
      ),
      ...['', '3', 'latest', '2026-13-01T00:00:00Z', '2026-05-20', '2026-02-30T00:00Z'].map(
        (t) => [readRun, t] as never,
      ),
      ...['', '49', '-1', '1.5', '2026-05-20T25:00:00Z'].map(
        (t) => [(text: string) => readValid(text, models.hrrr), t] as never,
      ),
    ];
    for (const [read, text] of refused) {
      expect(() => read(text), JSON.stringify(text))
        .to.throw(RequestError, 'expected')
        .with.property('status', 400);
    }
  });

  it('are shortened in messages', () => {
    expect(() => readStamp('9'.repeat(4000)))
      .to.throw(RequestError)
      .with.property('message')
      .with.length.below(120);
  });
});
