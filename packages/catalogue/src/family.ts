/** The families of products, in the order in which their frames are worth having. */
export const families = ['radar', 'satellite', 'hrrr'] as const;

export type Family = (typeof families)[number];

/** Families whose frames are of what was measured; the others' belong to runs of a model. */
export const measuredFamilies: readonly Family[] = ['radar', 'satellite'];

/** Whether the frames of a family are of what was measured: they have a time, and no run. */
export function isMeasured(family: Family): boolean {
  return measuredFamilies.includes(family);
}

/** All families of frames; those of `nexrad` are of a site, and hold what all its products are drawn from. */
export const frameFamilies = [...families, 'nexrad'] as const;
export type FrameFamily = (typeof frameFamilies)[number];
