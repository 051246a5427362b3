import { z } from 'zod';
import { dataOf } from '../ask.ts';
import { caveatsOf } from '../honesty.ts';
import { neededPlaceOf, placeInput } from '../place.ts';
import { lines, tool } from '../tool.ts';

export const weatherAtPlace = tool({
  name: 'weather_at_place',
  title: 'Severe weather at a place',
  description:
    'What a person at a place should know now: whether a warning covers it, what is happening near it, what it means, rain in the next ' +
    'hour, and the threats. Use it for "am I in danger", "what is the weather at …", "will it rain soon".',
  input: z.object({
    ...placeInput,
    language: z.enum(['en', 'es']).default('en').describe('Language of the sentences.'),
  }),
  async run(given, client) {
    const { lat, lon, label } = await neededPlaceOf(given, client);
    const [briefing, caveats] = await Promise.all([
      dataOf(client.get('/briefing/point', { lat, lon, lang: given.language })),
      caveatsOf(client, []),
    ]);
    const { status, generated_at: at, headline, happening, meaning, next_hour: next, threats, unavailable } = briefing;
    return [
      lines(
        `${label}, ${at}: ${status}.`,
        ...caveats,
        headline,
        happening,
        meaning,
        next?.text,
        threats.length > 0 ? `Threats: ${threats.map(({ text, certainty, until }) => `${text} (${certainty}${until ? `, until ${until}` : ''})`).join('; ')}.` : null, // prettier-ignore
        unavailable.length > 0 ? `Not known now: ${unavailable.join(', ')}.` : null,
      ),
    ];
  },
});
