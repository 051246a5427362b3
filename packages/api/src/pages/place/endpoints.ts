import { languages, type Language } from '@severe/assessment';
import { placePageLink } from '@severe/base';
import { cacheControl, element, escaped, oneOf, Reply, required, text, type TypeOf, type ValuesOf } from '@severe/http';
import Negotiator from 'negotiator';
import { endpoint, type ApiContext } from '../../context.ts';
import { searchPlaces } from '../../resources/geocode/endpoints.ts';
import type { geocodeSearchShape } from '../../resources/geocode/schema.ts';
import { countyShape } from '../../resources/jurisdiction/find-county.ts';
import { unitSystems } from '../../resources/observations/units.ts';
import type { Gathered } from '../../situation/gather.ts';
import { replyAboutPlace, Text } from '../../situation/reply-about-place.ts';
import { pageOf, placePageHeaders, searchForm } from './page.ts';
import type { Outline } from './picture.ts';
import { placePage } from './place-page.ts';
import { pageWords } from './words.ts';

const media = 'text/html; charset=utf-8';
const seconds = 15;
const reloadSeconds = 60;

const choices = {
  lang: oneOf(languages, { about: 'Language. Default: that of the browser; English if it wants another one.' }),
  units: oneOf(unitSystems, { default: 'imperial', about: 'Units of the texts.' }),
  reload: oneOf(['no'] as const, { about: '`no`: the page does not load itself again.' }),
};
type Choices = ValuesOf<typeof choices>;
type Headers = Record<string, string | undefined>;

/** GET /at/{place} */
const getPlacePage = endpoint({
  path: '/at/{place}',
  summary: 'What the weather means at a place, as a page without a script.',
  tag: 'Places',
  internal: true,
  params: {
    place: required(text({ pattern: String.raw`^-?\d{1,2}(?:\.\d{1,10})?,-?\d{1,3}(?:\.\d{1,10})?$`, about: 'Latitude and longitude.' })), // prettier-ignore
  },
  query: choices,
  response: { media, about: 'The page.' },
  cache: 'in-reply',
  work: 2,
  async handle({ path, query, headers, canonicalQuery, wanted }, context) {
    const [lat, lon] = path.place.split(',').map(Number);
    if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return nothingFound(path.place, query, headers, context);
    const language = languageOf(query, headers);
    const { units, reload } = query;
    const asked = { query: { lat, lon, lang: language, units, reload }, wanted };
    const reply = await replyAboutPlace(asked, context, {
      path: '/at',
      needs: { radar: true, nextHour: true, modelHours: 0 },
      async present(gathered, place) {
        const address = placePageLink('', place);
        const page = placePage(gathered, {
          place,
          language,
          units,
          reloads: reload === undefined,
          county: await outlineOf(gathered, context),
          simulated: context.simulated,
          publicUrl: context.publicUrl(),
          addressOf: (changes) => withQuery(address, canonicalQuery({ lang: language, ...changes })),
        });
        return new Text(media, page);
      },
    });
    return asPage(reply, query, context);
  },
});

/** GET /at */
const findPlacePage = endpoint({
  path: '/at',
  summary: 'Finds a place by its name, and leads to its page.',
  tag: 'Places',
  internal: true,
  query: { ...choices, q: text({ minLength: 2, maxLength: 200, about: 'Name, postcode or coordinates.' }) },
  response: { media, about: 'The page.' },
  cache: 'in-reply',
  async handle(call, context) {
    const { query, headers } = call;
    const { q } = query;
    if (q === undefined) return searchPage('', '', query, headers, context);
    const search = { ...call, query: { q, limit: 10, country: 'us' }, canonicalQuery: () => new URLSearchParams({ q, limit: '10' }).toString() }; // prettier-ignore
    const { body } = (await searchPlaces.handle(search, context)) as Reply;
    const { results } = JSON.parse((body as Buffer).toString()) as TypeOf<typeof geocodeSearchShape>;
    const kept = call.canonicalQuery({ q: undefined });
    const found = results.map(({ label, lat, lon }) => ({
      label,
      href: withQuery(placePageLink('', { lat, lon }), kept),
    }));
    if (found.length === 0) return nothingFound(q, query, headers, context);
    if (found.length === 1)
      return new Reply(302, { Location: found[0].href, 'Cache-Control': cacheControl({ seconds }) });
    const items = found.map(({ label, href }) => `<li><a href="${escaped(href)}">${escaped(label)}</a></li>`).join('');
    const { several } = pageWords[languageOf(query, headers)];
    return searchPage(`<p>${several}</p><ul>${items}</ul>`, q, query, headers, context);
  },
});

/** The pages of places, at the root of the service. */
export const placePages = [getPlacePage, findPlacePage];

/** The language of a page: the one that is asked for, or the first of those that the browser wants. */
function languageOf({ lang }: Choices, headers: Headers): Language {
  const wanted = new Negotiator({ headers }).language([...languages]);
  return lang ?? (wanted as Language | undefined) ?? languages[0];
}

function nothingFound(asked: string, query: Choices, headers: Headers, context: ApiContext): Reply {
  const { notFound } = pageWords[languageOf(query, headers)];
  return searchPage(`<p>${notFound}</p>`, asked, query, headers, context);
}

function searchPage(said: string, asked: string, query: Choices, headers: Headers, context: ApiContext): Reply {
  const language = languageOf(query, headers);
  const { title } = pageWords[language];
  const html = pageOf({ title, language, main: element('h1', title) + said + searchForm(language, asked) });
  return asPage(new Reply(200, { 'Content-Type': media }, Buffer.from(html)), { ...query, reload: 'no' }, context);
}

/** A reply with the headers of a page. Without a language in its address, it is for this browser alone. */
function asPage({ headers, body, isCurrent }: Reply, { lang, reload }: Choices, { publicUrl }: ApiContext): Reply {
  const { 'Cache-Control': cached = cacheControl({ seconds }) } = headers;
  const ofLanguage: Record<string, string> = lang
    ? { 'Cache-Control': cached }
    : { 'Cache-Control': `private, max-age=${seconds}`, Vary: 'Accept-Language' };
  const reloading: Record<string, string> = reload ? {} : { Refresh: String(reloadSeconds) };
  return new Reply(200, { ...headers, ...placePageHeaders(publicUrl()), ...ofLanguage, ...reloading }, body, isCurrent);
}

/** The boundary of the county, if the place is in one. */
async function outlineOf({ found }: Gathered, { db }: ApiContext): Promise<Outline | undefined> {
  const { county } = found.around;
  const shape = county && (await countyShape(db, county.ugc));
  return shape ? (JSON.parse(shape) as Outline) : undefined;
}

/** A query after its path. */
const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);
