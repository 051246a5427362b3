export type Packed = Uint16Array | Int32Array;

/** Packed values of a grid: equal steps of a code are equal steps of the value. */
export interface Codes<T extends Packed = Packed> {
  width: number;
  height: number;
  packed: T;
  /** Codes without a value. They are never mixed with values. */
  absent: readonly number[];
}

/** Whether a code stands for no value. */
export function absenceOf({ packed, absent }: Codes): (code: number) => boolean {
  if (packed instanceof Uint16Array) {
    const table = new Uint8Array(0x10000);
    for (const code of absent) table[code] = 1;
    return (code) => table[code] === 1;
  }
  const codes = new Set(absent);
  return (code) => codes.has(code);
}
