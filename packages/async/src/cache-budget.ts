/** A value in a cache, as its budget sees it. */
export interface CacheEntry {
  /** Memory of the value with its key; does not change. */
  bytes: number;
  /** Admissions of the budget before its last use. */
  usedAt: number;
  newer: this | undefined;
  older: this | undefined;
}

/** What a cache tells when it joins a budget. */
export interface CacheKindOptions<E extends CacheEntry> {
  /** Name of the contents, such as `tile archives`; unique in its budget. */
  name: string;
  /** Share of the budget that other kinds leave to this one. */
  minimum: number;
  /** Share that this kind never exceeds; default: all that the minima of the others leave. */
  most?: number | undefined;
  /** Drops an evicted entry from where the cache finds it. */
  onEvict: (entry: E) => void;
}

/** The part of a kind that its budget decides by. */
type Portion = Pick<
  CacheKind<CacheEntry>,
  'name' | 'minimumBytes' | 'limitBytes' | 'bytes' | 'reservedBytes' | 'oldestUsedAt' | 'evict' | 'tellRelease'
>;

/**
 * The memory of all caches of a process. Each kind of contents has a minimum: its latest entries up to that size are never
 * evicted for another kind. The rest belongs to whoever uses it: the entry that was used longest ago goes first, of all
 * kinds above their minima. What a kind does not use of its minimum, others use until it needs it.
 */
export class CacheBudget {
  readonly maxBytes: number;
  readonly #kinds: Portion[] = [];
  #minimumBytes = 0;
  #admissions = 0;

  constructor(maxBytes: number) {
    this.maxBytes = Math.floor(maxBytes);
  }

  /** Memory of all kinds, in use and reserved. */
  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#kinds) sum += bytes;
    return sum;
  }

  /** Minima of all kinds together. */
  get minimumBytes(): number {
    return this.#minimumBytes;
  }

  get admissions(): number {
    return this.#admissions;
  }

  /** @throws {RangeError} the minima exceed the budget, or a kind of that name is open */
  open<E extends CacheEntry>(options: CacheKindOptions<E>): CacheKind<E> {
    const { name, minimum, most = 1 } = options;
    const bytes = Math.floor(this.maxBytes * minimum);
    if (this.#kinds.some((kind) => kind.name === name)) throw new RangeError(`the budget has a cache for ${name}`);
    if (most < minimum) throw new RangeError(`${name} has a minimum above its maximum`);
    if (this.#minimumBytes + bytes > this.maxBytes) throw new RangeError(`the minima exceed the budget with ${name}`);
    const kind = new CacheKind(this, bytes, options);
    this.#minimumBytes += bytes;
    this.#kinds.push(kind);
    return kind;
  }

  /**
   * Evicts until so much more of a kind fits. For kinds; false, without any eviction, if its maximum, the minima of the others and what
   * is reserved leave too little.
   */
  makeRoom(kind: Portion, bytes: number): boolean {
    if (kind.reservedBytes + bytes > kind.limitBytes || !this.#canHold(kind, bytes)) return false;
    while (kind.bytes + bytes > kind.limitBytes) kind.evict();
    while (this.bytes + bytes > this.maxBytes) this.#leastRecentlyUsed(kind, bytes)!.evict();
    this.#admissions++;
    return true;
  }

  /** Tells all kinds that what they wait for may fit now. For kinds. */
  tellRelease(): void {
    for (const kind of this.#kinds) kind.tellRelease();
  }

  /** Whether all that can be evicted makes enough room: reserved memory cannot, nor can what others have by their minima. */
  #canHold(kind: Portion, bytes: number): boolean {
    let held = 0;
    for (const one of this.#kinds) {
      held += Math.max(one.minimumBytes, one.reservedBytes + (one === kind ? bytes : 0));
    }
    return held <= this.maxBytes;
  }

  /** The kind whose oldest entry was used longest ago, of those that have more than their minimum, with `bytes` more of one. */
  #leastRecentlyUsed(growing: Portion, bytes: number): Portion | undefined {
    let found: Portion | undefined;
    for (const kind of this.#kinds) {
      if (kind.bytes + (kind === growing ? bytes : 0) <= kind.minimumBytes) continue;
      if (kind.oldestUsedAt < (found?.oldestUsedAt ?? Infinity)) found = kind;
    }
    return found;
  }
}

/** The entries of one cache, in the order of last use. The cache itself finds them by key. */
export class CacheKind<E extends CacheEntry> {
  readonly name: string;
  readonly minimumBytes: number;
  /** What it never exceeds. */
  readonly limitBytes: number;
  readonly #budget: CacheBudget;
  readonly #onEvict: (entry: E) => void;
  #newest: E | undefined;
  #oldest: E | undefined;
  #cachedBytes = 0;
  #reservedBytes = 0;
  #evictions = 0;
  #onRelease: (() => void) | undefined;
  #released: Promise<void> | undefined;

  /** For the budget, which opens kinds. */
  constructor(budget: CacheBudget, minimumBytes: number, { name, most = 1, onEvict }: CacheKindOptions<E>) {
    this.name = name;
    this.limitBytes = Math.floor(budget.maxBytes * most);
    this.minimumBytes = minimumBytes;
    this.#budget = budget;
    this.#onEvict = onEvict;
  }

  /** Memory of the entries and of what is reserved. */
  get bytes(): number {
    return this.#cachedBytes + this.#reservedBytes;
  }

  get reservedBytes(): number {
    return this.#reservedBytes;
  }

  get evictions(): number {
    return this.#evictions;
  }

  /** Size of the largest entry that can fit: all that the minima of others leave, and its own maximum. */
  get mostBytes(): number {
    return Math.min(this.limitBytes, this.#budget.maxBytes - this.#budget.minimumBytes + this.minimumBytes);
  }

  /** When the oldest entry was used; infinite without entries. */
  get oldestUsedAt(): number {
    return this.#oldest?.usedAt ?? Infinity;
  }

  /** Marks an entry as used. */
  use(entry: E): void {
    entry.usedAt = this.#budget.admissions;
    if (entry === this.#newest) return;
    this.#unlink(entry);
    this.#link(entry);
  }

  /** Adds an entry, for which others are evicted; false if it does not fit. */
  add(entry: E): boolean {
    if (!this.#budget.makeRoom(this, entry.bytes)) return false;
    entry.usedAt = this.#budget.admissions;
    this.#cachedBytes += entry.bytes;
    this.#link(entry);
    return true;
  }

  remove(entry: E): void {
    this.#unlink(entry);
    this.#cachedBytes -= entry.bytes;
  }

  /** Removes the oldest entry. For the budget. */
  evict(): void {
    const entry = this.#oldest!;
    this.remove(entry);
    this.#evictions++;
    this.#onEvict(entry);
  }

  /**
   * Reserves memory for a value before it is there; false if that must wait. What a kind reserves stays within its minimum,
   * unless it is for one value alone: a load that waits for another kind must not hold the memory of that.
   */
  reserve(bytes: number): boolean {
    if (this.#reservedBytes > 0 && this.#reservedBytes + bytes > this.minimumBytes) return false;
    if (!this.#budget.makeRoom(this, bytes)) return false;
    this.#reservedBytes += bytes;
    return true;
  }

  release(bytes: number): void {
    const concernsOthers = this.#reservedBytes > this.minimumBytes;
    this.#reservedBytes -= bytes;
    if (concernsOthers) this.#budget.tellRelease();
    else this.tellRelease();
  }

  /** Resolves when memory that this kind can reserve may have been released. */
  nextRelease(): Promise<void> {
    this.#released ??= new Promise((resolve) => (this.#onRelease = resolve));
    return this.#released;
  }

  /** For the budget. */
  tellRelease(): void {
    this.#onRelease?.();
    this.#onRelease = this.#released = undefined;
  }

  #link(entry: E): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    this.#newest = entry;
    this.#oldest ??= entry;
  }

  #unlink(entry: E): void {
    if (entry.newer) entry.newer.older = entry.older;
    else this.#newest = entry.older;
    if (entry.older) entry.older.newer = entry.newer;
    else this.#oldest = entry.newer;
  }
}
