import { textOf, withText } from './bodies.ts';
import type { Fault, GoodReply, Reply } from './fault.ts';

export type Json = Record<string, unknown>;

/** A document of a provider: what its JSON text parses to. */
function documentOf(good: GoodReply): unknown {
  const text = textOf(good);
  if (text === undefined || !/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A fault that changes a JSON document in place. @param alter returns whether it has changed anything */
export function documentFault(id: string, about: string, alter: (document: unknown) => boolean): Fault {
  return {
    id,
    about,
    change(good): Reply | undefined {
      const document = documentOf(good);
      return document !== undefined && alter(document) ? withText(good, asText(document)) : undefined;
    },
  };
}

/** JSON as Python writes it: not-a-number is `NaN`. */
function asText(document: unknown): string {
  const mark = '\u0001NaN';
  const text = JSON.stringify(document, (_, value: unknown) => (Number.isNaN(value) ? mark : value));
  return text.replaceAll(JSON.stringify(mark), 'NaN');
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lists of items of a document, such as its features: the outermost lists of objects. */
function itemLists(document: unknown): Json[][] {
  if (Array.isArray(document)) return document.every(isObject) ? [document] : [];
  if (!isObject(document)) return [];
  return Object.entries(document)
    .filter(([name]) => !name.startsWith('@context'))
    .flatMap(([, value]) => itemLists(value));
}

/** Applies a change to every list of items that is not empty. @returns whether there is one */
function alterLists(document: unknown, alter: (items: Json[]) => void): boolean {
  const lists = itemLists(document).filter((items) => items.length > 0);
  for (const items of lists) alter(items);
  return lists.length > 0;
}

/** Fields with an end, and those with the beginning before it. */
const periods: [begin: string, end: string][] = [
  ['sent', 'expires'],
  ['issue', 'expire'],
  ['ISSUE', 'EXPIRE'],
  ['VALID', 'EXPIRE'],
  ['VALID_ISO', 'EXPIRE_ISO'],
  ['ISSUE_ISO', 'EXPIRE_ISO'],
  ['ISSUE_TIME', 'END_TIME'],
  ['polygon_begin', 'polygon_end'],
  ['utc_issue', 'utc_expire'],
];

/** Exchanges start and end of every object that has both. */
function exchangePeriods(value: unknown): boolean {
  let changed = false;
  if (Array.isArray(value)) for (const each of value) changed = exchangePeriods(each) || changed;
  if (!isObject(value)) return changed;
  for (const [begin, end] of periods) {
    if (value[begin] === undefined || value[end] === undefined) continue;
    [value[begin], value[end]] = [value[end], value[begin]];
    changed = true;
  }
  for (const each of Object.values(value)) changed = exchangePeriods(each) || changed;
  return changed;
}

const texts = [
  'headline',
  'description',
  'remark',
  'REMARK',
  'comments',
  'text',
  'name',
  'Title',
  'LABEL2',
  'productText',
];

/** Changes the texts of all items, whose identifiers stay. */
function changeTexts(value: unknown): boolean {
  let changed = false;
  if (Array.isArray(value)) for (const each of value) changed = changeTexts(each) || changed;
  if (!isObject(value)) return changed;
  for (const [name, each] of Object.entries(value)) {
    if (typeof each === 'string' && texts.includes(name)) {
      value[name] = `${each} (changed)`;
      changed = true;
    } else changed = changeTexts(each) || changed;
  }
  return changed;
}

/** Faults of lists and texts. */
export const documentFaults: Fault[] = [
  documentFault('no-items', 'a valid list without items', (document) =>
    alterLists(document, (items) => items.splice(0)),
  ),
  documentFault('duplicates', 'every item twice', (document) =>
    alterLists(document, (items) => void items.push(...structuredClone(items))),
  ),
  documentFault('out-of-order', 'items in the opposite order', (document) =>
    alterLists(document, (items) => void items.reverse()),
  ),
  documentFault('reused-ids', 'identifiers with changed texts', changeTexts),
  documentFault('ends-before-begin', 'items that expire before they are sent', exchangePeriods),
  {
    ...documentFault('endless-pages', 'the first page again and again', (document) => {
      if (!isObject(document) || !Array.isArray(document.features) || !isArcGis(document.features as Json[]))
        return false;
      document.properties = { exceededTransferLimit: true };
      return true;
    }),
    targetOf: (target) => target.replace(/(?<=[?&]resultOffset=)\d+/, '0'),
  },
];

/** Whether the features are those of an ArcGIS server, which sends pages. */
function isArcGis(features: Json[]): boolean {
  return features.some(({ properties }) => isObject(properties) && 'objectid' in properties);
}
