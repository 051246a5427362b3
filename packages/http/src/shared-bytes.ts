/** Larger bodies are kept once. A smaller one costs less than finding its equal. */
const largeBytes = 1 << 20;

/** Bodies in use by their digest. They are kept by the responses that send them, and by caches. */
const inUse = new Map<string, WeakRef<Uint8Array>>();

const ended = new FinalizationRegistry<string>((digest) => {
  if (!inUse.get(digest)?.deref()) inUse.delete(digest);
});

/**
 * The bytes of a body. A body above 1 MiB has the bytes of an equal one that other responses still send: a thousand clients
 * who are slow to read the same list wait for the same memory, whichever request it answers.
 *
 * @param digest identifies the content
 */
export function sharedBytes(body: string | Uint8Array, digest: string): string | Uint8Array {
  if (body.length <= largeBytes) return body;
  const shared = inUse.get(digest)?.deref();
  if (shared) return shared;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  inUse.set(digest, new WeakRef(bytes));
  ended.register(bytes, digest);
  return bytes;
}
