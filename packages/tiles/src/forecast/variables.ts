/** A variable of a point forecast: the product that it is read from, and the number of decimals in the response. */
interface PointVariable {
  key: string;
  product: string;
  decimals: number;
  units: string;
}

/** The variables of `/models/hrrr/point` and `/models/rrfs/point`, in the order of the response. */
export const pointVariables: PointVariable[] = [
  { key: 't2m_c', product: 't2m', decimals: 1, units: 'degC' },
  { key: 'td2m_c', product: 'td2m', decimals: 1, units: 'degC' },
  { key: 'cape_jkg', product: 'cape', decimals: 0, units: 'J/kg' },
  { key: 'cin_jkg', product: 'cin', decimals: 0, units: 'J/kg' },
  { key: 'lifted_index_k', product: 'lifted-index', decimals: 1, units: 'K' },
  { key: 'wind10m_mps', product: 'wind10m', decimals: 1, units: 'm/s' },
  { key: 'wind10m_dir_deg', product: 'wind10m-direction', decimals: 0, units: 'deg' },
  { key: 'gust_mps', product: 'gust', decimals: 1, units: 'm/s' },
  { key: 'precip_mm', product: 'precip-1h', decimals: 1, units: 'mm' },
  { key: 'refc_dbz', product: 'refc', decimals: 1, units: 'dBZ' },
  { key: 'srh_0_3km', product: 'srh-0-3km', decimals: 0, units: 'm2/s2' },
  { key: 'shear_0_6km_mps', product: 'shear-0-6km', decimals: 1, units: 'm/s' },
  { key: 'uh_2_5km', product: 'uh-2-5km', decimals: 1, units: 'm2/s2' },
];

/** Terrain height of the model. Only the analysis hour of a run has it. */
export const elevationProduct = 'elevation';
