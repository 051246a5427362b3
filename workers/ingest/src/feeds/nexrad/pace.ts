/** Interval of listings while a volume is scanned. A radar may change to a faster scan pattern at any time. */
const usualMs = 30_000;
/** Interval from when its end is expected: every run of the feed. */
const endMs = 4_000;
/** The end is expected so long before the shortest of the last volumes would end. */
const marginMs = 3_000;
/** Number of volumes that are remembered. */
const remembered = 3;
/** Interval of looks into the archive for volumes that were missed. */
const archiveMs = 120_000;

/** What is known of a radar, in milliseconds. */
interface Site {
  listedAt: number;
  /** When the volume in the air began. */
  startedAt: number | undefined;
  /** How long the last volumes took at least, from their start until all was listed. */
  durations: number[];
  archiveListedAt: number;
}

/** When the volumes of a radar are looked for: seldom while one is scanned, and often when it is about to end. */
export interface Pace {
  isDue(site: string, now: Date): boolean;
  /** @param startedAt the volume that is scanned, if it is known. @param ended starts of the volumes that have ended */
  listed(site: string, now: Date, startedAt: Date | undefined, ended: readonly Date[]): void;
  isArchiveDue(site: string, now: Date): boolean;
  /** @param isOpen whether more is to be fetched as soon as there is room for it */
  archiveListed(site: string, now: Date, isOpen: boolean): void;
}

/** Learns how long the volumes of each radar take: between four and ten minutes, by its scan pattern. */
export class LearnedPace implements Pace {
  readonly #sites = new Map<string, Site>();

  isDue(id: string, now: Date): boolean {
    const { listedAt, startedAt, durations } = this.#site(id);
    const expectedAt = startedAt === undefined ? Infinity : startedAt + Math.min(...durations) - marginMs;
    return now.getTime() - listedAt >= (now.getTime() >= expectedAt ? endMs : usualMs);
  }

  listed(id: string, now: Date, startedAt: Date | undefined, ended: readonly Date[]): void {
    const site = this.#site(id);
    for (const start of ended) {
      // It ended after the listing before this one.
      if (site.listedAt > start.getTime()) site.durations.push(site.listedAt - start.getTime());
    }
    site.durations.splice(0, site.durations.length - remembered);
    site.startedAt = startedAt?.getTime();
    site.listedAt = now.getTime();
  }

  isArchiveDue(id: string, now: Date): boolean {
    return now.getTime() - this.#site(id).archiveListedAt >= archiveMs;
  }

  archiveListed(id: string, now: Date, isOpen: boolean): void {
    this.#site(id).archiveListedAt = isOpen ? -Infinity : now.getTime();
  }

  #site(id: string): Site {
    let site = this.#sites.get(id);
    if (!site) {
      site = { listedAt: -Infinity, startedAt: undefined, durations: [], archiveListedAt: -Infinity };
      this.#sites.set(id, site);
    }
    return site;
  }
}
