let trim: Promise<((pad: number) => number) | undefined> | undefined;

/**
 * Gives freed memory that lies between used blocks back to the system. glibc keeps it otherwise, until the blocks above it are
 * free too. Other C libraries have no function for it; there, nothing is done.
 *
 * @see malloc_trim(3)
 */
export async function giveBackMemory(): Promise<void> {
  trim ??= loadTrim();
  (await trim)?.(0);
}

async function loadTrim(): Promise<((pad: number) => number) | undefined> {
  try {
    const { load } = await import('koffi');
    return load(null).func('int malloc_trim(size_t pad)');
  } catch {
    return undefined; // another C library, or a platform for which there is no koffi
  }
}
