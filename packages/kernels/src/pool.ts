import { Workspace } from './workspace.ts';

/**
 * Workspaces that were given back. Memory that was used before is ten times faster than new memory, every page of which
 * the system must find and clear first.
 */
const free: Workspace[] = [];

/** More than this is given back to the system instead. */
const mostFree = 4;
const mostFreeBytes = 256 * 1024 ** 2;

/** A workspace is not used for less than a quarter of it, which would keep the rest from others; below this it is no matter. */
const smallBytes = 1024 ** 2;

/** The workspace in which an array lies, as long as somebody knows the array. */
const owners = new WeakMap<ArrayBufferLike, Workspace>();

/**
 * A workspace for whoever asks. It need not come back: then it goes when nothing refers to it any more.
 *
 * @param bytes about how much will be laid out in it: the smallest that holds so much is lent, or one that has to grow
 */
export function borrow(bytes = 0): Workspace {
  const fitting = free.filter((workspace) => workspace.bytes < Math.max(4 * bytes, smallBytes));
  fitting.sort((a, b) => a.bytes - b.bytes);
  const best = fitting.find((workspace) => workspace.bytes >= bytes) ?? fitting.at(-1);
  if (!best) return new Workspace();
  free.splice(free.indexOf(best), 1);
  return best;
}

/**
 * Makes a result in a borrowed workspace the caller's own, to keep or to give back when it is no longer needed. One that
 * is small next to the workspace is copied, so that it does not hold all that memory.
 */
export function handOver<Result extends Uint8Array | Uint16Array | Int32Array>(
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
 * Frees a workspace, or the one in which an array lies that was handed over, for whoever borrows next; the array must
 * not be used again. Other arrays are none of ours, and left alone.
 */
export function giveBack(what: Workspace | ArrayBufferView): void {
  const workspace = what instanceof Workspace ? what : owners.get(what.buffer);
  if (!workspace) return;
  owners.delete(workspace.run.memory.buffer);
  if (free.length < mostFree && workspace.bytes <= mostFreeBytes) free.push(workspace);
}

/** The workspace in which an array lies that was handed over. */
export function ownerOf(array: ArrayBufferView): Workspace | undefined {
  return owners.get(array.buffer);
}
