import { expect } from 'chai';
import { createClient } from '@severe/client';
import { filmFrames } from '../src/layers/film-frames.ts';
import { plainView } from '../src/view.ts';

describe('viewer/layers/film-frames', () => {
  const requests: string[] = [];
  /** A strip of twenty frames, sixteen in a row; a strip of another hour; 404 for a time of another year. */
  const responseTo = ({ url }: Request): Response => {
    requests.push(url);
    if (url.includes('ts=202605201201')) return Response.json(strip(['202605201158', '202605201200']));
    if (url.includes('ts=20250')) return new Response('', { status: 404 });
    return Response.json(strip(Array.from({ length: 20 }, (_, i) => `2026052022${10 + i}`)));
  };
  const strip = (frames: string[]) => ({
    frames,
    columns: 16,
    tiles: 'https://wx.example.org/api/v1/radar/loop/vil/{z}/{x}/{y}.webp?minutes=60',
  });
  const client = createClient({ baseUrl: 'http://page', fetch: async (request) => responseTo(request) });

  const framesAt = (time: string, palette: 'standard' | 'colour-blind' = 'standard', smooth = false) =>
    filmFrames(
      { family: 'radar', id: 'vil', palette, smooth, window: { minutes: 60, interval: 2 }, deepest: 8 },
      { ...plainView, time },
      client,
    );

  it('cuts all frames but the newest from the strip by their time, on the origin of the page', async () => {
    const frames = await framesAt('');
    expect(frames.map(({ tiles }) => tiles)).to.include.members([
      '/api/v1/radar/loop/vil/{z}/{x}/{y}.webp?minutes=60#202605202210',
      '/api/v1/radar/loop/vil/{z}/{x}/{y}.webp?minutes=60#202605202228',
    ]);
    expect(frames[19].tiles).to.equal('http://page/api/v1/radar/tiles/vil/{z}/{x}/{y}.png?ts=202605202229');
    expect(frames[19].at.toISOString()).to.equal('2026-05-20T22:29:00.000Z');
  });

  it('has the frame of the time of a link beside the newest strip', async () => {
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
