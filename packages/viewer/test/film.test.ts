import { expect } from 'chai';
import { filmFrames } from '../src/layers/film.ts';
import { plainView } from '../src/view.ts';

describe('viewer/layers/film', () => {
  const asked: string[] = [];
  const { fetch } = globalThis;
  /** Twenty frames of a strip, sixteen in a row; a strip of another hour; nothing of any other time. */
  const answers = (url: string): Response => {
    asked.push(url);
    if (url.includes('ts=202605201200')) return Response.json(strip(['202605201200']));
    if (url.includes('ts=')) return new Response('', { status: 404 });
    return Response.json(strip(Array.from({ length: 20 }, (_, i) => `2026052022${10 + i}`)));
  };
  const strip = (frames: string[]) => ({
    frames,
    columns: 16,
    tiles: 'https://wx.example.org/api/v1/radar/loop/vil/{z}/{x}/{y}.webp?minutes=60',
  });
  before(() => void (globalThis.fetch = ((url: string) => Promise.resolve(answers(url))) as typeof fetch));
  after(() => void (globalThis.fetch = fetch));

  const framesAt = (time: string, palette: 'standard' | 'colour-blind' = 'standard') =>
    filmFrames(
      { family: 'radar', id: 'vil', palette, window: { minutes: 60, interval: 2 }, deepest: 8 },
      { ...plainView, time },
    );

  it('cuts all frames but the newest out of the strip, row by row, from where the page came from', async () => {
    const frames = await framesAt('');
    expect(frames.map(({ tiles }) => tiles)).to.include.members([
      '/api/v1/radar/loop/vil/{z}/{x}/{y}.webp?minutes=60#0,0',
      '/api/v1/radar/loop/vil/{z}/{x}/{y}.webp?minutes=60#2,1',
    ]);
    expect(frames[18].tiles).to.match(/#2,1$/); // 18 = 16 + 2
    expect(frames[19].tiles).to.equal('/api/v1/radar/tiles/vil/{z}/{x}/{y}.png?ts=202605202229');
    expect(frames[19].at.toISOString()).to.equal('2026-05-20T22:29:00.000Z');
  });

  it('asks for the strip that ends at the time of a link, and for the newest where that is kept no more', async () => {
    expect((await framesAt('202605202215')).length).to.equal(20);
    expect((await framesAt('202605201200')).map(({ stamp }) => stamp)).to.deep.equal(['202605201200']);
    expect((await framesAt('202501010000')).at(-1)?.stamp).to.equal('202605202229');
  });

  it('names the palette in all that it asks for', async () => {
    asked.length = 0;
    const frames = await framesAt('', 'colour-blind');
    expect(asked).to.deep.equal(['/api/v1/radar/loop/vil.json?minutes=60&interval=2&palette=colour-blind']);
    expect(frames[19].tiles).to.include('palette=colour-blind');
    expect(frames[19].key).to.not.equal((await framesAt(''))[19].key);
  });
});
