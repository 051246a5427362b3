import type { Feed, FeedReport, OtherForm } from './feed.ts';
import { collectingUnknownWords } from './parse/unknown-words.ts';

/** The same feed, whose reports also have the words that it does not know. */
export function countingUnknownWords(feed: Feed): Feed {
  const { otherForms } = feed;
  return {
    ...feed,
    run: (context) => withUnknownWords(() => feed.run(context)),
    ...(otherForms ? { otherForms: otherForms.map(formCountingUnknownWords) } : {}),
  };
}

function formCountingUnknownWords(form: OtherForm): OtherForm {
  return { ...form, store: (context, texts) => withUnknownWords(() => form.store(context, texts)) };
}

async function withUnknownWords(run: () => Promise<FeedReport>): Promise<FeedReport> {
  const { result, unknownWords } = await collectingUnknownWords(run);
  return unknownWords.length > 0 ? { ...result, unknownWords } : result;
}
