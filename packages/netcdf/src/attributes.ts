import type { Attribute } from 'h5wasm';

/** An object with attributes: a file, a group or a variable. */
export interface Attributed {
  attrs: Record<string, Attribute>;
}

/** Longer attributes are ignored; those of real files have a few hundred octets. */
const maxAttributeBytes = 1 << 16;

/** The text of an attribute; undefined if it is absent or not a text. */
export function textOf(object: Attributed, name: string): string | undefined {
  const value = read(object, name);
  return typeof value === 'string' ? value : undefined;
}

/** The numbers of an attribute; an empty list if it is absent or a text. */
export function numbersOf(object: Attributed, name: string): number[] {
  const value = read(object, name);
  if (typeof value === 'number' || typeof value === 'bigint') return [Number(value)];
  return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number | bigint>, Number) : [];
}

/** Whether an attribute holds floating-point numbers. */
export function isFloating(object: Attributed, name: string): boolean {
  const value = read(object, name);
  return value instanceof Float32Array || value instanceof Float64Array;
}

function read(object: Attributed, name: string): unknown {
  const attribute = Object.hasOwn(object.attrs, name) ? object.attrs[name] : undefined;
  return attribute && attribute.metadata.total_size * attribute.metadata.size <= maxAttributeBytes
    ? attribute.value
    : undefined;
}
