import type { Attribute } from 'h5wasm';

/** What has attributes: a file, a group, a variable. */
export interface Attributed {
  attrs: Record<string, Attribute>;
}

/** Octets of an attribute that is read; those of real files have a few hundred. */
const most = 1 << 16;

/** The text of an attribute; undefined where it is absent, or no text. */
export function textOf(of: Attributed, name: string): string | undefined {
  const value = read(of, name);
  return typeof value === 'string' ? value : undefined;
}

/** The numbers of an attribute; none where it is absent, or a text. */
export function numbersOf(of: Attributed, name: string): number[] {
  const value = read(of, name);
  if (typeof value === 'number' || typeof value === 'bigint') return [Number(value)];
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number | bigint>, Number) : [];
}

/** Whether the numbers of an attribute are floating point. */
export function isFloating(of: Attributed, name: string): boolean {
  const value = read(of, name);
  return value instanceof Float32Array || value instanceof Float64Array;
}

function read(of: Attributed, name: string): unknown {
  const attribute = Object.hasOwn(of.attrs, name) ? of.attrs[name] : undefined;
  return attribute && attribute.metadata.total_size * attribute.metadata.size <= most ? attribute.value : undefined;
}
