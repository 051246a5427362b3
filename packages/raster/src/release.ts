import { emptyPool, giveBack } from '@severe/kernels';
import type { Field } from './field.ts';

/** Frees the memory of a large field before garbage collection does; the field must not be used again. */
export function releaseField({ packed }: Field): void {
  giveBack(packed);
}

/** Frees the memory that frames are made in, which is kept for the next frame. */
export function releaseWorkspaces(): void {
  emptyPool();
}
