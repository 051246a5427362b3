import { expect } from 'chai';
import { framesIn } from '../../../src/resources/stream/frames-in.ts';

const event = (source: string, data: object) => ({
  number: 1,
  seconds: 1,
  source,
  data: JSON.stringify({ source, ...data }),
  publishedAt: new Date(),
  traceparent: null,
});

describe('frames-in', () => {
  it('names the frames that events report, to the second', () => {
    const radar = event('radar', { product: 'vil', ts: '202605202218', time: '2026-05-20T22:18:37Z' });
    const alerts = event('alerts', { new: [1], updated: [] });
    expect(framesIn([radar, alerts])).to.deep.equal([
      { family: 'radar', product: 'vil', runAt: null, validAt: new Date('2026-05-20T22:18:37Z') },
    ]);
  });

  it('names the run of a forecast and the site of a volume', () => {
    const hrrr = { product: 'cape', ts: '202605202200', run: '2026-05-20T22:00:00Z', time: '2026-05-21T03:00:00Z' };
    const nexrad = { site: 'KTLX', time: '2026-05-20T22:16:05Z' };
    expect(framesIn([event('hrrr', hrrr), event('nexrad', nexrad)])).to.deep.equal([
      {
        family: 'hrrr',
        product: 'cape',
        runAt: new Date('2026-05-20T22:00:00Z'),
        validAt: new Date('2026-05-21T03:00:00Z'),
      },
      { family: 'nexrad', product: 'KTLX', runAt: null, validAt: new Date('2026-05-20T22:16:05Z') },
    ]);
  });
});
