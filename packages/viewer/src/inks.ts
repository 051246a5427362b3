import type { Theme } from './theme.ts';

/** Colours of the base map in one theme. */
export interface Inks {
  sea: string;
  land: string;
  river: string;
  road: string;
  county: string;
  state: string;
  text: string;
  quiet: string;
  water: string;
  halo: string;
  accent: string;
}

export const inks: Record<Theme, Inks> = {
  light: {
    sea: '#d3e0ea',
    land: '#f6f5f1',
    river: '#84aac9',
    road: '#6f6254',
    county: '#cdd3d8',
    state: '#8d99a5',
    text: '#33404d',
    quiet: '#5f6b77',
    water: '#4d7393',
    halo: '#ffffffd0',
    accent: '#1257a8',
  },
  dark: {
    sea: '#0b1a29',
    land: '#1c2530',
    river: '#44698a',
    road: '#a79c8c',
    county: '#364452',
    state: '#72839a',
    text: '#d5dee8',
    quiet: '#9fadbb',
    water: '#7fa3c2',
    halo: '#10171fd0',
    accent: '#7db8ff',
  },
};
