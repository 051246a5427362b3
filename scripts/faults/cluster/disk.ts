import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A small file system of its own. */
export interface Disk {
  /** Takes all room that is left, also what has become free since the last call. */
  fill(): void;
  /** Gives the room back. */
  free(): void;
  unmount(): void;
}

/** Mounts a file system in memory at a folder, which is made. @returns undefined if this process may not */
export function mountDisk(folder: string, megabytes: number): Disk | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`];
  if (process.getuid?.() !== 0 || spawnSync('mount', [...options, 'severe-faults', folder]).status !== 0) return;
  const ballast = join(folder, 'ballast');
  const unmount = (): void => {
    process.off('exit', unmount);
    spawnSync('umount', ['--lazy', folder]);
  };
  process.on('exit', unmount);
  return { fill: () => fill(ballast), free: () => rmSync(ballast, { force: true }), unmount };
}

/** Appends until there is no room, at last by single blocks. */
function fill(file: string): void {
  const opened = openSync(file, 'a');
  try {
    for (const bytes of [1 << 20, 4096]) while (hasRoomFor(opened, Buffer.alloc(bytes)));
  } finally {
    closeSync(opened);
  }
}

function hasRoomFor(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
