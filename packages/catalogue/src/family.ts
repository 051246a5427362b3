import { modelIds } from './models.ts';

/** The families of products, in order of rendering priority. */
export const families = ['radar', 'satellite', ...modelIds, 'nowcast'] as const;

export type Family = (typeof families)[number];

/** Families of measured frames; frames of the others belong to runs. */
export const measuredFamilies: readonly Family[] = ['radar', 'satellite'];

/** Whether the frames of a family are measured: they have a time and no run. Those of models and of the nowcast have both. */
export function isMeasured(family: Family): boolean {
  return measuredFamilies.includes(family);
}

/** All families of frames. A frame of `nexrad` is a volume of a site, from which all products of the site are drawn. */
export const frameFamilies = [...families, 'nexrad'] as const;
export type FrameFamily = (typeof frameFamilies)[number];
