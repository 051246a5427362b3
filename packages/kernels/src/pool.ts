import { Workspace, type Part } from './workspace.ts';

/**
 * Workspaces that were given back. Writing to used memory is ten times faster than to new memory, whose pages the system
 * must allocate and clear first.
 */
const free: Workspace[] = [];

/** Limits of the pool; workspaces beyond them are left to the garbage collector. */
const maxFree = 8;
const maxFreeBytes = 512 * 1024 ** 2;

/** A task uses at least a quarter of its workspace, so that large ones remain available; smaller workspaces are exempt. */
const smallBytes = 1024 ** 2;

/** The workspace of an array, while the array is referenced. */
const owners = new WeakMap<ArrayBufferLike, Workspace>();

/**
 * Borrows a workspace. One that is not given back is garbage collected.
 *
 * @param bytes approximate size of its content: the smallest sufficient workspace is chosen, or one that grows
 */
export function borrow(bytes = 0): Workspace {
  const fitting = free.filter((workspace) => workspace.bytes < Math.max(4 * bytes, smallBytes));
  fitting.sort((a, b) => a.bytes - b.bytes);
  const best = fitting.find((workspace) => workspace.bytes >= bytes) ?? fitting.at(-1);
  if (!best) return new Workspace();
  free.splice(free.indexOf(best), 1);
  return best;
}

/** Borrows a workspace and lays out parts with the given sizes in bytes. @throws {RangeError} if the memory is too small */
export function borrowParts<Names extends string>(
  sizes: Record<Names, number>,
): { space: Workspace; parts: Record<Names, Part> } {
  const space = borrow(Object.values<number>(sizes).reduce((sum, size) => sum + size));
  return { space, parts: space.layOut(sizes) };
}

/**
 * Transfers a result in a borrowed workspace to the caller, who can give it back later. A result that is small compared
 * with the workspace is copied, so that it does not retain the whole memory.
 */
export function handOver<Result extends Uint8Array | Uint16Array | Int32Array | Float32Array>(
  workspace: Workspace,
  result: Result,
): Result {
  const inside = result.buffer === workspace.run.memory.buffer;
  if (!inside || result.byteLength * 4 < workspace.bytes) {
    const own = inside ? (result.slice() as Result) : result;
    giveBack(workspace);
    return own;
  }
  owners.set(result.buffer, workspace);
  return result;
}

/**
 * Returns a workspace, or the workspace of an array from `handOver`, to the pool. The array must not be used afterwards.
 * Other arrays are ignored.
 */
export function giveBack(what: Workspace | ArrayBufferView): void {
  const workspace = what instanceof Workspace ? what : owners.get(what.buffer);
  if (!workspace) return;
  owners.delete(workspace.run.memory.buffer);
  const kept = free.reduce((sum, { bytes }) => sum + bytes, workspace.bytes);
  if (free.length < maxFree && kept <= maxFreeBytes) free.push(workspace);
}

/** Leaves the workspaces of the pool to the garbage collector. */
export function emptyPool(): void {
  free.length = 0;
}

/** The workspace of an array from `handOver`. */
export function ownerOf(array: ArrayBufferView): Workspace | undefined {
  return owners.get(array.buffer);
}
