import { XMLBuilder } from 'fast-xml-parser';

/** An element by name: its text, its elements, or several of the same name. `@name` is an attribute; what is null is left out. */
export interface Elements {
  [name: string]: string | number | null | undefined | Elements | readonly (string | Elements)[];
}

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

/** Elements as XML, without a declaration. */
export function xml(elements: Elements): string {
  return builder.build(written(elements));
}

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function written(value: Elements): Record<string, unknown> {
  const kept = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(kept.map(([name, inner]) => [name, writtenValue(inner)]));
}

function writtenValue(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(illegal, '\ufffd');
  if (Array.isArray(value)) return value.map(writtenValue);
  return typeof value === 'object' ? written(value as Elements) : value;
}

/** Characters that XML 1.0 cannot have, section 2.2. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
