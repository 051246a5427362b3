import { DataError } from '@severe/base';
import { expect } from 'chai';
import { parseInThread } from '../../src/thread/parse-in-thread.ts';

describe('apart', () => {
  it('gives what the parser makes of a payload, times among it', async function () {
    this.timeout(60_000);
    const observed = { primary: 4.2, primaryUnit: 'ft', validTime: '2026-05-20T22:00:00Z' };
    const gauge = { lid: 'NRMO2', name: 'Canadian River', latitude: 35.18, longitude: -97.48, status: { observed } };
    const { rows, refused } = await parseInThread('nwpsGauges', JSON.stringify({ gauges: [gauge, {}] }));
    expect(rows[0].observed).to.deep.include({ at: new Date('2026-05-20T22:00:00Z'), stage: 4.2 });
    expect(refused).to.have.length(1);
  });

  it('refuses what the parser refuses, with its code, and goes on', async () => {
    const answers = await Promise.allSettled([
      parseInThread('iemObservations', '<html><title>Sorry</title></html>'),
      parseInThread('usgsReadings', '{"type":"FeatureCollection","features":[]}'),
    ]);
    const [refused, empty] = answers;
    expect(refused.status === 'rejected' && refused.reason)
      .to.be.instanceOf(DataError)
      .with.property('code', 'html');
    expect(empty.status === 'fulfilled' && empty.value.rows).to.deep.equal([]);
  });

  it('gives a large body to the thread, which decodes it', async () => {
    const padding = ' '.repeat(1 << 20);
    const body = Buffer.from(`{"type":"FeatureCollection","features":[]}${padding}`);
    expect((await parseInThread('usgsReadings', body)).rows).to.deep.equal([]);
    expect(body.buffer.byteLength).to.equal(0);
    const within = Buffer.from(`é{"type":"FeatureCollection","features":[]}${padding}`).subarray(2); // of another's memory
    expect((await parseInThread('usgsReadings', within)).rows).to.deep.equal([]);
    expect(within.length).to.be.above(1 << 20);
  });
});
