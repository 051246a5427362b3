import type { Directory } from './directory.ts';
import { tags } from './tags.ts';

/** An item of GDAL's metadata. It belongs to a band (`sample`, from 0) or to the whole file. */
export interface MetadataItem {
  name: string;
  value: string;
  sample?: number;
  role?: string;
}

/** Longer texts are ignored. */
const maxTextBytes = 1 << 20;

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The items of the tag `gdalMetadata`, a flat list of XML elements. */
export function readMetadata(directory: Directory): MetadataItem[] {
  const octets = directory.count(tags.gdalMetadata);
  const xml = octets <= maxTextBytes ? directory.text(tags.gdalMetadata) : undefined;
  if (!xml) return [];
  return [...xml.matchAll(/<Item\b([^>]*?)(?:\/>|>([^<]*)<\/Item>)/g)].map(([, attributes, text = '']) => {
    const sample = attribute(attributes, 'sample');
    return {
      name: attribute(attributes, 'name') ?? '',
      value: unescape(text),
      sample: sample === undefined ? undefined : Number(sample),
      role: attribute(attributes, 'role'),
    };
  });
}

/** The value of the item with a role in a band. */
export function roleOf(items: MetadataItem[], sample: number, role: string): string | undefined {
  return items.find((item) => item.sample === sample && item.role === role)?.value;
}

function attribute(text: string, name: string): string | undefined {
  const found = text.match(new RegExp(`\\b${name}="([^"]*)"`));
  return found ? unescape(found[1]) : undefined;
}

function unescape(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-fA-F]{1,6}|\w+);/g, (whole, name: string) => {
    if (name[0] !== '#') return entities[name] ?? whole;
    const code = name[1] === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The text of the tag `gdalMetadata`. Readers based on GDAL apply the roles `scale` and `offset`. */
export function metadataXml(items: MetadataItem[]): string {
  const lines = items.map(({ name, value, sample, role }) => {
    const band = sample === undefined ? '' : ` sample="${sample}" role="${role}"`;
    return `  <Item name="${name}"${band}>${escapeXml(value)}</Item>\n`;
  });
  return `<GDALMetadata>\n${lines.join('')}</GDALMetadata>\n`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string) => text.replace(/[&<>]/g, (character) => escapes[character]);
