import { expect } from 'chai';
import { createClient } from '@severe/client';
import { filmFrames } from '../src/layers/film-frames.ts';
import { plainView } from '../src/view.ts';

describe('viewer/layers/film-frames', () => {
  const requests: string[] = [];
  /** A loop of twenty frames in two blocks; one of another hour; 404 for a time of another year. */
  const responseTo = ({ url }: Request): Response => {
    requests.push(url);
    if (url.includes('ts=202605201201')) return Response.json(loop([['202605201158', '202605201200']]));
    if (url.includes('ts=20250')) return new Response('', { status: 404 });
    return Response.json(loop([stamps.slice(0, 12), stamps.slice(12)]));
  };
  const stamps = Array.from({ length: 20 }, (_, i) => `2026052022${10 + i}`);
  const tiles = '/api/v1/radar/loop/vil/{z}/{x}/{y}@2x.tiles?frames=';
  const loop = (blocks: string[][]) => ({
    latest: blocks.at(-1)!.at(-1),
    blocks: blocks.map((frames) => ({ frames, tiles: `https://wx.example.org${tiles}${frames[0]}` })),
  });
  const client = createClient({ baseUrl: 'http://page', fetch: async (request) => responseTo(request) });

  const framesAt = (time: string, palette: 'standard' | 'colour-blind' = 'standard', smooth = false) =>
    filmFrames(
      { family: 'radar', id: 'vil', palette, smooth, window: { minutes: 60, interval: 2 }, deepest: 8 },
      { ...plainView, time },
      client,
    );

  it('takes all frames but the newest from the bundles of their blocks, on the origin of the page', async () => {
    const frames = await framesAt('');
    expect(frames.map(({ tiles: each }) => each)).to.include.members([
      `${tiles}202605202210#202605202210`,
      `${tiles}202605202222#202605202228`,
    ]);
    expect(frames[19].tiles).to.equal('http://page/api/v1/radar/tiles/vil/{z}/{x}/{y}.png?ts=202605202229');
    expect(frames[19].at.toISOString()).to.equal('2026-05-20T22:29:00.000Z');
  });

  it('leaves out frames of the first block from before the time range', async () => {
    const subject = { family: 'radar', id: 'vil', palette: 'standard', smooth: false, deepest: 8 } as const;
    const frames = await filmFrames({ ...subject, window: { minutes: 15, interval: 2 } }, plainView, client);
    expect(frames.map(({ stamp }) => stamp)).to.deep.equal(stamps.slice(4));
  });

  it('has no frames without a newest one', async () => {
    const empty = createClient({
      baseUrl: 'http://page',
      fetch: async () => Response.json({ latest: null, blocks: [] }),
    });
    const subject = { family: 'radar', id: 'vil', palette: 'standard', smooth: false, deepest: 8 } as const;
    expect(await filmFrames({ ...subject, window: { minutes: 60, interval: 2 } }, plainView, empty)).to.deep.equal([]);
  });

  it('has the frame of the time of a link beside those of the newest hour', async () => {
    expect((await framesAt('202605202215')).length).to.equal(20);
    const frames = await framesAt('202605201201');
    expect(frames.length).to.equal(21);
    expect(frames[0].stamp).to.equal('202605201200'); // the frame of that time
    expect(frames[0].tiles).to.equal('http://page/api/v1/radar/tiles/vil/{z}/{x}/{y}.png?ts=202605201200');
    expect((await framesAt('202605202236')).map(({ stamp }) => stamp)).to.deep.equal(
      (await framesAt('')).map(({ stamp }) => stamp),
    );
  });

  it('has the frames of now if there is none of the time of a link', async () => {
    expect(await framesAt('202501010000')).to.deep.equal(await framesAt(''));
  });

  it('names smoothing in every request', async () => {
    requests.length = 0;
    const frames = await framesAt('', 'standard', true);
    expect(requests).to.deep.equal(['http://page/api/v1/radar/loop/vil.json?minutes=60&interval=2&smooth=true']);
    expect(frames[19].tiles).to.match(/&smooth=true$/);
    expect(frames[19].key).to.not.equal((await framesAt(''))[19].key);
  });

  it('names the palette in every request', async () => {
    requests.length = 0;
    const frames = await framesAt('', 'colour-blind');
    expect(requests).to.deep.equal([
      'http://page/api/v1/radar/loop/vil.json?minutes=60&interval=2&palette=colour-blind',
    ]);
    expect(frames[19].tiles).to.include('palette=colour-blind');
    expect(frames[19].key).to.not.equal((await framesAt(''))[19].key);
  });
});
