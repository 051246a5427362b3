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
export function absenceOf({ absent }: Codes): (code: number) => boolean {
  const codes = new Set(absent);
  return (code) => codes.has(code);
}
