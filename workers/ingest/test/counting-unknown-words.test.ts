import { expect } from 'chai';
import { countingUnknownWords } from '../src/counting-unknown-words.ts';
import { emptyReport, type Feed, type FeedContext } from '../src/feed.ts';
import { parseInThread } from '../src/thread/parse-in-thread.ts';
import { collectionOf } from './support/refusal.ts';

const area = {
  type: 'Feature',
  properties: { basin: 'Gulf', prob7day: '20%', risk7day: 'Low' },
  geometry: { type: 'Polygon', coordinates: [[[-98, 25], [-96, 25], [-96, 27], [-98, 27], [-98, 25]]] }, // prettier-ignore
};

describe('counting-unknown-words', () => {
  it('reports the words that parsers met in their thread, of runs and of other forms', async function () {
    this.timeout(60_000);
    const read = async () => {
      const { rows } = await parseInThread('outlookAreas', collectionOf(area));
      return { ...emptyReport(), new: rows.length };
    };
    const form = { about: '', matches: () => true, store: read };
    const feed: Feed = { id: 'f', source: 's', about: '', everySeconds: 60, run: read, otherForms: [form] };
    const counting = countingUnknownWords(feed);
    const context = {} as FeedContext;
    const report = { new: 1, refused: [], unknownWords: [{ field: 'basin', word: 'Gulf', count: 1 }] };
    expect(await counting.run(context)).to.deep.include(report);
    expect(await counting.otherForms![0].store(context, [])).to.deep.include(report);
  });

  it('adds nothing to a report without any', async () => {
    const feed: Feed = { id: 'f', source: 's', about: '', everySeconds: 60, run: async () => emptyReport() };
    expect(await countingUnknownWords(feed).run({} as FeedContext)).to.deep.equal(emptyReport());
  });
});
