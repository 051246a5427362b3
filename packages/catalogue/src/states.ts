/** A state, the District of Columbia, or a territory that has weather offices or zones. */
export interface State {
  /** Postal abbreviation. */
  code: string;
  /** FIPS code: the first two digits of county numbers. */
  fips: string;
  name: string;
}

/** Ordered by FIPS code. Source: ANSI INCITS 38:2009. */
export const states: State[] = [
  ['AL', '01', 'Alabama'],
  ['AK', '02', 'Alaska'],
  ['AZ', '04', 'Arizona'],
  ['AR', '05', 'Arkansas'],
  ['CA', '06', 'California'],
  ['CO', '08', 'Colorado'],
  ['CT', '09', 'Connecticut'],
  ['DE', '10', 'Delaware'],
  ['DC', '11', 'District of Columbia'],
  ['FL', '12', 'Florida'],
  ['GA', '13', 'Georgia'],
  ['HI', '15', 'Hawaii'],
  ['ID', '16', 'Idaho'],
  ['IL', '17', 'Illinois'],
  ['IN', '18', 'Indiana'],
  ['IA', '19', 'Iowa'],
  ['KS', '20', 'Kansas'],
  ['KY', '21', 'Kentucky'],
  ['LA', '22', 'Louisiana'],
  ['ME', '23', 'Maine'],
  ['MD', '24', 'Maryland'],
  ['MA', '25', 'Massachusetts'],
  ['MI', '26', 'Michigan'],
  ['MN', '27', 'Minnesota'],
  ['MS', '28', 'Mississippi'],
  ['MO', '29', 'Missouri'],
  ['MT', '30', 'Montana'],
  ['NE', '31', 'Nebraska'],
  ['NV', '32', 'Nevada'],
  ['NH', '33', 'New Hampshire'],
  ['NJ', '34', 'New Jersey'],
  ['NM', '35', 'New Mexico'],
  ['NY', '36', 'New York'],
  ['NC', '37', 'North Carolina'],
  ['ND', '38', 'North Dakota'],
  ['OH', '39', 'Ohio'],
  ['OK', '40', 'Oklahoma'],
  ['OR', '41', 'Oregon'],
  ['PA', '42', 'Pennsylvania'],
  ['RI', '44', 'Rhode Island'],
  ['SC', '45', 'South Carolina'],
  ['SD', '46', 'South Dakota'],
  ['TN', '47', 'Tennessee'],
  ['TX', '48', 'Texas'],
  ['UT', '49', 'Utah'],
  ['VT', '50', 'Vermont'],
  ['VA', '51', 'Virginia'],
  ['WA', '53', 'Washington'],
  ['WV', '54', 'West Virginia'],
  ['WI', '55', 'Wisconsin'],
  ['WY', '56', 'Wyoming'],
  ['AS', '60', 'American Samoa'],
  ['GU', '66', 'Guam'],
  ['MP', '69', 'Northern Mariana Islands'],
  ['PR', '72', 'Puerto Rico'],
  ['VI', '78', 'U.S. Virgin Islands'],
].map(([code, fips, name]) => ({ code, fips, name }));

/** The five-digit FIPS code of a county zone such as `OKC027`; undefined if the zone is not a county. */
export function fipsOfZone(ugc: string): string | undefined {
  const state = states.find(({ code }) => code === ugc.slice(0, 2));
  return state && ugc[2] === 'C' ? state.fips + ugc.slice(3) : undefined;
}

/** The county zone of a five-digit FIPS code. */
export function zoneOfFips(fips: string): string | undefined {
  const state = states.find((each) => each.fips === fips.slice(0, 2));
  return state && `${state.code}C${fips.slice(2)}`;
}
