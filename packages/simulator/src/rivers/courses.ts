import type { Position } from '@severe/geo';

/** A river from its upper course downstream, as straight pieces. */
export interface Course {
  name: string;
  /** River Forecast Center. */
  rfc: RiverCenter;
  places: Position[];
}

export type RiverCenter = keyof typeof riverCenters;

export const riverCenters = {
  ABRFC: 'Arkansas-Red Basin River Forecast Center',
  LMRFC: 'Lower Mississippi River Forecast Center',
  MBRFC: 'Missouri Basin River Forecast Center',
  WGRFC: 'West Gulf River Forecast Center',
};

/** The rivers of the simulated area, digitised by hand to about ten kilometres. */
// prettier-ignore
export const courses: Course[] = [
  { name: 'Canadian River', rfc: 'ABRFC', places: [[-101.9, 35.4], [-100.8, 35.9], [-99.6, 35.95], [-98.6, 35.5], [-97.5, 35.15], [-96.6, 34.95], [-95.6, 35.15], [-95.05, 35.45]] },
  { name: 'North Canadian River', rfc: 'ABRFC', places: [[-100.6, 36.6], [-99.4, 36.5], [-98.5, 35.95], [-97.7, 35.5], [-96.7, 35.4], [-95.9, 35.35], [-95.5, 35.3]] },
  { name: 'Cimarron River', rfc: 'ABRFC', places: [[-101.4, 37.1], [-99.9, 37.0], [-98.7, 36.5], [-97.9, 36.0], [-97.0, 36.0], [-96.3, 36.15]] },
  { name: 'Salt Fork Arkansas River', rfc: 'ABRFC', places: [[-99.3, 37.1], [-98.6, 36.9], [-97.9, 36.7], [-97.1, 36.65]] },
  { name: 'Arkansas River', rfc: 'ABRFC', places: [[-100.9, 37.95], [-99.4, 38.0], [-98.8, 38.35], [-97.35, 37.7], [-97.05, 37.05], [-96.95, 36.65], [-96.0, 36.15], [-95.3, 35.75], [-94.4, 35.4], [-93.2, 35.2], [-92.3, 34.75], [-91.95, 34.25]] },
  { name: 'Washita River', rfc: 'ABRFC', places: [[-100.2, 35.6], [-99.5, 35.5], [-98.9, 35.3], [-98.25, 35.07], [-97.7, 34.75], [-97.1, 34.35], [-96.7, 34.1]] },
  { name: 'Red River', rfc: 'ABRFC', places: [[-100.9, 34.6], [-100.3, 34.55], [-99.5, 34.3], [-98.6, 34.15], [-97.6, 33.9], [-96.6, 33.8], [-95.5, 33.87], [-94.4, 33.6], [-93.8, 33.3], [-93.7, 32.5], [-93.1, 31.8]] },
  { name: 'Wichita River', rfc: 'ABRFC', places: [[-100.2, 33.8], [-99.3, 33.75], [-98.5, 33.9], [-98.1, 34.05]] },
  { name: 'North Fork Red River', rfc: 'ABRFC', places: [[-100.3, 35.35], [-99.6, 35.15], [-99.3, 34.7], [-99.2, 34.3]] },
  { name: 'Pease River', rfc: 'ABRFC', places: [[-100.6, 34.15], [-99.8, 34.2], [-99.1, 34.2]] },
  { name: 'Cache Creek', rfc: 'ABRFC', places: [[-98.5, 34.9], [-98.35, 34.5], [-98.3, 34.2]] },
  { name: 'Deep Fork', rfc: 'ABRFC', places: [[-97.3, 35.7], [-96.7, 35.65], [-96.2, 35.6], [-95.85, 35.4]] },
  { name: 'Kiamichi River', rfc: 'ABRFC', places: [[-94.7, 34.65], [-95.3, 34.5], [-95.6, 34.2], [-95.4, 33.95]] },
  { name: 'Verdigris River', rfc: 'ABRFC', places: [[-96.0, 37.8], [-95.7, 37.2], [-95.6, 36.8], [-95.65, 36.3], [-95.3, 35.85]] },
  { name: 'Neosho River', rfc: 'ABRFC', places: [[-96.6, 38.6], [-96.0, 38.2], [-95.4, 37.7], [-95.1, 37.1], [-94.9, 36.7], [-95.2, 36.0]] },
  { name: 'Smoky Hill River', rfc: 'MBRFC', places: [[-100.4, 38.75], [-98.7, 38.7], [-97.6, 38.7], [-96.8, 39.05]] },
  { name: 'Marais des Cygnes River', rfc: 'MBRFC', places: [[-95.8, 38.5], [-95.0, 38.4], [-94.4, 38.2], [-93.5, 38.2]] },
  { name: 'Ouachita River', rfc: 'LMRFC', places: [[-94.0, 34.6], [-93.1, 34.5], [-92.8, 33.8], [-92.5, 33.3], [-92.1, 32.5]] },
  { name: 'Brazos River', rfc: 'WGRFC', places: [[-100.2, 33.25], [-99.2, 33.3], [-98.75, 33.0], [-98.0, 32.6], [-97.5, 32.0], [-97.1, 31.55], [-96.7, 31.0]] },
  { name: 'Clear Fork Brazos River', rfc: 'WGRFC', places: [[-99.9, 32.4], [-99.8, 32.75], [-99.2, 32.9], [-98.7, 33.0]] },
  { name: 'Trinity River', rfc: 'WGRFC', places: [[-98.0, 33.2], [-97.4, 32.75], [-96.8, 32.75], [-96.3, 32.2], [-95.8, 31.6], [-95.4, 31.0]] },
  { name: 'Colorado River', rfc: 'WGRFC', places: [[-100.9, 32.2], [-99.95, 31.75], [-99.0, 31.5], [-98.5, 31.2]] },
  { name: 'Sabine River', rfc: 'WGRFC', places: [[-96.1, 32.8], [-95.2, 32.6], [-94.5, 32.4], [-94.0, 31.9], [-93.6, 31.2]] },
];
