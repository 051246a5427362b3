/** A copy with a number written at a position. */
export function put(bytes: Uint8Array, at: number, value: number, octets = 4, order: 'big' | 'little' = 'big'): Buffer {
  const copy = Buffer.from(bytes);
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value)));
  const big = number.subarray(8 - octets);
  copy.set(order === 'big' ? big : big.reverse(), at);
  return copy;
}

/** Numbers that are invalid in nearly every place. */
export const [most, sign, all] = [0x7fffffff, 0x80000000, 0xffffffff];

/** Files by a sentence that says what is wrong. */
export type Crafted = Record<string, () => Uint8Array>;
