export { inflate } from './inflate';
export { unfilter16 } from './unfilter16';
export { summariseShorts } from './summary';

/** Where the memory that callers may use begins. */
export const freeFrom: usize = __heap_base;

/** A little memory for numbers that go in and out with a call. */
export const scratch: usize = memory.data(256, 16);
