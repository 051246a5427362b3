/** How values are coloured: the part of a product that drawing needs. A `RasterProduct` of the catalogue is one. */
export interface Look {
  nothing: number[];
  missing: number[];
  threshold?: number;
  reduce: 'maximum' | 'minimum' | 'largest-magnitude' | 'mean';
  palette: [value: number, color: string][];
  maxPrerenderedZoom: number;
}
