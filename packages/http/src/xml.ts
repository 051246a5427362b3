/** An element by name: its text, its elements, or several of the same name. `@name` is an attribute; what is null is left out. */
export interface Elements {
  [name: string]: string | number | null | undefined | Elements | readonly (string | Elements)[];
}

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Elements as XML, without a declaration. `#text` is the text of an element that has attributes. */
export function xml(elements: Elements): string {
  let written = '';
  for (const name in elements) written += elementOf(name, elements[name]);
  return written;
}

/** An element with a text; nothing for null. What is written a hundred times for a response has no object of its elements. */
export function element(name: string, text: string | number | null | undefined): string {
  return text === null || text === undefined ? '' : `<${name}>${escaped(String(text))}</${name}>`;
}

function elementOf(name: string, value: Elements[string]): string {
  if (value === null || value === undefined || typeof value !== 'object') return element(name, value);
  if (isList(value)) return value.map((each) => elementOf(name, each)).join('');
  let [attributes, inner] = ['', ''];
  for (const key in value) {
    const part = value[key];
    if (part === null || part === undefined) continue;
    if (key.startsWith('@')) attributes += ` ${key.slice(1)}="${textOf(part)}"`;
    else inner += key === '#text' ? textOf(part) : elementOf(key, part);
  }
  return `<${name}${attributes}>${inner}</${name}>`;
}

/** The text of an attribute, or beside attributes. */
const textOf = (part: Elements[string]): string => escaped(typeof part === 'number' ? String(part) : (part as string));

const isList = (value: object): value is readonly (string | Elements)[] => Array.isArray(value);

/** What cannot stand in a text or an attribute: marks, line ends that a reader would change, and what XML 1.0 cannot have (2.2). */
const special = /[&<>"\r]|[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** What may need a replacement: half of a pair of surrogates does. Most texts have none of these. */
// eslint-disable-next-line no-control-regex
const suspect = /[&<>"\0-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/;

/** A text, or the value of an attribute, without marks. */
export function escaped(text: string): string {
  return suspect.test(text) ? text.replace(special, (found) => replacements[found] ?? '\ufffd') : text;
}
