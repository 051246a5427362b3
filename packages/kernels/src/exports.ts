/** What the module exports: addresses and counts in, a number or nothing out. `assembly/` says what each one does. */
export interface Exports {
  memory: WebAssembly.Memory;
  freeFrom: WebAssembly.Global;
  scratch: WebAssembly.Global;
  inflate(from: number, size: number, into: number, length: number): number;
  unfilter16(rows: number, width: number, height: number, zeros: number): number;
  summariseShorts(from: number, count: number, left: number, out: number): void;
}
