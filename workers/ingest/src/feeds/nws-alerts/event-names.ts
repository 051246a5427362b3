/** VTEC phenomena (NWS Instruction 10-1703), as in event names of the API. Some are no longer in use. */
const phenomena: Readonly<Record<string, string>> = {
  AF: 'Ashfall', AS: 'Air Stagnation', BH: 'Beach Hazard', BS: 'Blowing Snow', BW: 'Brisk Wind', BZ: 'Blizzard',
  CF: 'Coastal Flood', CW: 'Cold Weather', DF: 'Debris Flow', DS: 'Dust Storm', DU: 'Blowing Dust', EC: 'Extreme Cold',
  EH: 'Excessive Heat', EW: 'Extreme Wind', FA: 'Flood', FF: 'Flash Flood', FG: 'Dense Fog', FL: 'Flood', FR: 'Frost',
  FW: 'Red Flag', FZ: 'Freeze', GL: 'Gale', HF: 'Hurricane Force Wind', HI: 'Inland Hurricane', HP: 'Heavy Sleet',
  HS: 'Heavy Snow', HT: 'Heat', HU: 'Hurricane', HW: 'High Wind', HY: 'Hydrologic', HZ: 'Hard Freeze', IP: 'Sleet',
  IS: 'Ice Storm', LB: 'Lake Effect Snow and Blowing Snow', LE: 'Lake Effect Snow', LO: 'Low Water', LS: 'Lakeshore Flood',
  LW: 'Lake Wind', MA: 'Special Marine', MF: 'Dense Fog', MH: 'Ashfall', MS: 'Dense Smoke', RB: 'Small Craft',
  RP: 'Rip Current', SB: 'Snow and Blowing Snow', SC: 'Small Craft', SE: 'Hazardous Seas', SI: 'Small Craft',
  SM: 'Dense Smoke', SN: 'Snow', SQ: 'Snow Squall', SR: 'Storm', SS: 'Storm Surge', SU: 'High Surf',
  SV: 'Severe Thunderstorm', SW: 'Small Craft', TI: 'Inland Tropical Storm', TO: 'Tornado', TR: 'Tropical Storm',
  TS: 'Tsunami', TY: 'Typhoon', UP: 'Heavy Freezing Spray', WC: 'Wind Chill', WI: 'Wind', WS: 'Winter Storm',
  WW: 'Winter Weather', XH: 'Extreme Heat', ZF: 'Freezing Fog', ZR: 'Freezing Rain', ZY: 'Freezing Spray',
}; // prettier-ignore

const significances: Readonly<Record<string, string>> = {
  W: 'Warning',
  A: 'Watch',
  Y: 'Advisory',
  S: 'Statement',
  O: 'Outlook',
};

/** Names that are not those of the phenomenon and the significance. */
const ownNames: Readonly<Record<string, string>> = {
  'BH.S': 'Beach Hazards Statement',
  'DS.Y': 'Dust Advisory',
  'FW.A': 'Fire Weather Watch',
  'HU.S': 'Hurricane Local Statement',
  'MA.S': 'Marine Weather Statement',
  'RB.Y': 'Small Craft Advisory For Rough Bar',
  'SI.Y': 'Small Craft Advisory For Winds',
  'SW.Y': 'Small Craft Advisory For Hazardous Seas',
  'TR.S': 'Tropical Storm Local Statement',
  'TY.S': 'Typhoon Local Statement',
  'UP.Y': 'Freezing Spray Advisory',
};

/** The event name of VTEC codes: `TO` and `W` are a Tornado Warning. Undefined for unknown codes. */
export function eventNameOf(phenomenon: string, significance: string): string | undefined {
  const own = ownNames[`${phenomenon}.${significance}`];
  if (own) return own;
  const [what, how] = [phenomena[phenomenon], significances[significance]];
  return what && how ? `${what} ${how}` : undefined;
}
