import { quoted, RequestError } from '@severe/base';
import {
  apiPrefix,
  compileReadCall,
  Reply,
  required,
  shape,
  text,
  workOf,
  type Endpoint,
  type Schema,
} from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { featureTextsOf } from '../features-of.ts';
import { bufferOf, textIn } from '../reform.ts';
import { compileReadAsked, type Asked } from './asked.ts';
import { featureCollections, responseOf, type FeatureCollection, type ListCall } from './feature-collections.ts';
import { addressOf, itemsMedia, itemsPath, linksShape, linkTo, ofOgc, root, type Link } from './links.ts';
import { form, parametersOf } from './parameters.ts';

/** GET /ogc/collections/{collection}/items and …/items/{featureId}, of every collection of features. */
export const featureEndpoints: Endpoint<ApiContext>[] = featureCollections.flatMap((collection) => [
  itemsOf(collection),
  itemOf(collection),
]);

function itemsOf(collection: FeatureCollection): Endpoint<ApiContext> {
  const { id, title, list } = collection;
  const read = compileReadAsked(collection);
  const readOrRefuse: typeof read = (asked) => {
    try {
      return read(asked);
    } catch (error) {
      throw asBadRequest(error);
    }
  };
  async function answerOf(call: ListCall, context: ApiContext): Promise<Reply> {
    try {
      return (await list.handle(call, context)) as Reply;
    } catch (error) {
      throw asBadRequest(error);
    }
  }
  const path = itemsPath(id);
  return endpoint({
    path: `${root}${path}`,
    summary: `${title}.`,
    description: `The features of \`${apiPrefix}${list.path}\`, with its filters.`,
    ...ofOgc,
    query: parametersOf(collection),
    response: itemsShapeOf(collection),
    cache: list.cache,
    errors: { 400: 'An unknown or invalid parameter.', 503: 'The database is unavailable.' },
    work: (asked, facts) => workOf(list.work, readOrRefuse(asked as unknown as Asked), facts),
    async handle(call, context) {
      const asked = call as unknown as Asked;
      const base = addressOf(context.publicUrl(), path);
      const own = (rel: string, changes: Record<string, string>): Link => {
        const search = asked.canonicalQuery(changes);
        return { rel, href: search === '' ? base : `${base}?${search}`, type: itemsMedia };
      };
      const reply = await answerOf({ ...call, ...readOrRefuse(asked) }, context);
      return asItems(reply, own, linkTo(context.publicUrl(), 'collection', `/collections/${id}`, title));
    },
  });
}

function itemOf(collection: FeatureCollection): Endpoint<ApiContext> {
  const { id, title, list } = collection;
  const read = compileReadCall(list);
  const feature = responseOf(list).properties.features.items;
  return endpoint({
    path: `${root}${itemsPath(id)}/{featureId}`,
    summary: `One feature: ${title}.`,
    description: 'Also one that is no longer in force, as long as it is kept.',
    ...ofOgc,
    params: { featureId: required(text({ minLength: 1, maxLength: 60, about: 'The id of the feature.' })) },
    query: form,
    response: { json: feature, media: itemsMedia },
    cache: list.cache,
    errors: { 404: 'There is no such feature.', 503: 'The database is unavailable.' },
    async handle(call, context) {
      const { featureId } = call.path;
      const found = featureTextsOf(await textOf(featureId, call as ListCall, context));
      if (found.length !== 1) throw notFound(featureId);
      const links = [
        linkTo(context.publicUrl(), 'self', `${itemsPath(id)}/${encodeURIComponent(featureId)}`, undefined, itemsMedia),
        linkTo(context.publicUrl(), 'collection', `/collections/${id}`, title),
      ];
      return new Reply(
        200,
        { 'Content-Type': itemsMedia },
        `${found[0].slice(0, -1)},"links":${JSON.stringify(links)}}`,
      );
    },
  });

  /** The list of one id. A text that is no id of this list is the id of nothing. */
  async function textOf(featureId: string, call: ListCall, context: ApiContext): Promise<string> {
    if (featureId.includes(',')) throw notFound(featureId);
    let values: ReturnType<typeof read>;
    try {
      values = read([], new URLSearchParams({ id: featureId }).toString());
    } catch (error) {
      throw error instanceof RequestError ? notFound(featureId) : error;
    }
    const reply = (await list.handle({ ...call, ...values }, context)) as Reply;
    return textIn(reply.body as Uint8Array);
  }

  function notFound(featureId: string): RequestError {
    return new RequestError(404, `There is no feature ${quoted(featureId)} in ${id}`);
  }
}

/** What a list refuses with a 422 is a 400 here. */
function asBadRequest(error: unknown): unknown {
  return error instanceof RequestError && error.status === 422 ? new RequestError(400, error.detail) : error;
}

/** The shape of a list with the links of OGC API and without its `timeStamp`. */
function itemsShapeOf({ list }: FeatureCollection): Schema<object> {
  const { title, required: always, properties } = responseOf(list);
  const { timeStamp: _, ...rest } = properties;
  return shape.withMedia(itemsMedia, {
    json: {
      type: 'object',
      title: `${title}Items`,
      required: always.filter((name) => name !== 'timeStamp'),
      properties: { ...rest, links: linksShape.json },
    },
  });
}

/** The members of a list before its features. */
interface Head {
  links: { rel: string; href: string }[];
  timeStamp: unknown;
  features: unknown;
}

const begins = '"features":[';

/**
 * A list with the links of OGC API. `timeStamp` is left out: that of the list is the time of its data, here it would be that of the
 * response.
 */
function asItems(
  { status, headers, body, isCurrent }: Reply,
  own: (rel: string, changes: Record<string, string>) => Link,
  collection: Link,
): Reply {
  const bytes = bufferOf(body as Uint8Array);
  const begin = bytes.indexOf(begins);
  const list = JSON.parse(`${bytes.toString('utf8', 0, begin)}${begins}]}`) as Head;
  const { links: listed, timeStamp: _time, features: _none, ...head } = list;
  const pages = listed.filter(({ rel }) => rel !== 'self').map(({ rel, href }) => own(rel, placeIn(href)));
  const links = [own('self', {}), ...pages, collection];
  const text = JSON.stringify({ ...head, links, features: [] }).slice(0, -`${begins}]}`.length);
  const header = pages.map(({ rel, href }) => `<${href}>; rel="${rel}"`).join(', ');
  const { Link: _pages, ...rest } = headers;
  return new Reply(
    status,
    { ...rest, ...(header ? { Link: header } : {}) },
    Buffer.concat([Buffer.from(text), bytes.subarray(begin)]),
    isCurrent,
  );
}

/** Where a page of a list begins. */
function placeIn(href: string): Record<string, string> {
  const { searchParams } = new URL(href);
  return Object.fromEntries(
    ['offset', 'through'].flatMap((name) => (searchParams.has(name) ? [[name, searchParams.get(name)!]] : [])),
  );
}
