import { XMLBuilder } from 'fast-xml-parser';

/** An element by name: its text, its elements, or several of the same name. `@name` is an attribute; what is null is left out. */
export interface Elements {
  [name: string]: string | number | null | undefined | Elements | readonly (string | Elements)[];
}

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressBooleanAttributes: false });

/** Elements as XML, without a declaration. */
export function xml(elements: Elements): string {
  return builder.build(known(elements)).replace(illegal, '\ufffd');
}

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function known(value: Elements): Elements {
  const kept: Elements = {};
  for (const name in value) {
    const inner = value[name];
    if (inner === null || inner === undefined) continue;
    kept[name] = typeof inner === 'object' && !Array.isArray(inner) ? known(inner as Elements) : inner;
  }
  return kept;
}

/** Characters that XML 1.0 cannot have, section 2.2. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
