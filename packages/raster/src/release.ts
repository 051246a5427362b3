import { giveBack } from '@severe/kernels';
import type { Field } from './field.ts';

/** Frees the memory of a large field before garbage collection does; the field must not be used again. */
export function releaseField({ packed }: Field): void {
  giveBack(packed);
}
