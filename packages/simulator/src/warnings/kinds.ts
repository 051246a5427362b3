import type { WarningKind } from './warning.ts';

/** The constant fields of every message of a kind. */
interface KindFacts {
  event: string;
  severity: string;
  certainty: string;
  urgency: string;
  response: string;
  /** Product codes of the first message and of later ones. */
  products: [first: string, later: string];
  /** WMO headings without the region number. */
  headings: [first: string, later: string];
  /** SAME codes of the first message and of later ones. */
  sameCodes: [first: string, later: string];
  nwsCode: string;
  /** Whether it is sent to radios and phones. */
  isBroadcast: boolean;
  instruction: string;
}

export const kindFacts: Record<WarningKind, KindFacts> = {
  'TO.W': {
    event: 'Tornado Warning',
    severity: 'Extreme',
    certainty: 'Observed',
    urgency: 'Immediate',
    response: 'Shelter',
    products: ['TOR', 'SVS'],
    headings: ['WFUS5', 'WWUS5'],
    sameCodes: ['TOR', 'SVS'],
    nwsCode: 'TOW',
    isBroadcast: true,
    instruction:
      'TAKE COVER NOW! Go to the lowest floor of a sturdy building, into an inner room without windows. Outdoors, in a\nmobile home or in a vehicle, go to the nearest strong shelter and guard yourself against flying debris.',
  },
  'SV.W': {
    event: 'Severe Thunderstorm Warning',
    severity: 'Severe',
    certainty: 'Observed',
    urgency: 'Immediate',
    response: 'Shelter',
    products: ['SVR', 'SVS'],
    headings: ['WUUS5', 'WWUS5'],
    sameCodes: ['SVR', 'SVS'],
    nwsCode: 'SVW',
    isBroadcast: true,
    instruction: 'Go inside a strong building and keep away from windows until the storm has passed.',
  },
  'FF.W': {
    event: 'Flash Flood Warning',
    severity: 'Severe',
    certainty: 'Likely',
    urgency: 'Immediate',
    response: 'Avoid',
    products: ['FFW', 'FFS'],
    headings: ['WGUS5', 'WGUS7'],
    sameCodes: ['FFW', 'FFS'],
    nwsCode: 'FFW',
    isBroadcast: true,
    instruction: 'Do not drive or walk into water that covers a road. Move to higher ground where water rises.',
  },
  'FA.Y': {
    event: 'Flood Advisory',
    severity: 'Minor',
    certainty: 'Likely',
    urgency: 'Expected',
    response: 'Avoid',
    products: ['FLS', 'FLS'],
    headings: ['WGUS8', 'WGUS8'],
    sameCodes: ['NWS', 'NWS'],
    nwsCode: 'FAY',
    isBroadcast: false,
    instruction: 'Do not drive into water that covers a road.',
  },
  SPS: {
    event: 'Special Weather Statement',
    severity: 'Moderate',
    certainty: 'Observed',
    urgency: 'Expected',
    response: 'Execute',
    products: ['SPS', 'SPS'],
    headings: ['WWUS8', 'WWUS8'],
    sameCodes: ['SPS', 'SPS'],
    nwsCode: 'SPS',
    isBroadcast: true,
    instruction: 'Outdoors, think of going inside a building.',
  },
  'TO.A': {
    event: 'Tornado Watch',
    severity: 'Extreme',
    certainty: 'Possible',
    urgency: 'Future',
    response: 'Prepare',
    products: ['WCN', 'WCN'],
    headings: ['WWUS6', 'WWUS6'],
    sameCodes: ['TOA', 'TOA'],
    nwsCode: 'TOA',
    isBroadcast: true,
    instruction: 'Know where you would shelter, and listen for warnings.',
  },
  'SV.A': {
    event: 'Severe Thunderstorm Watch',
    severity: 'Severe',
    certainty: 'Possible',
    urgency: 'Future',
    response: 'Prepare',
    products: ['WCN', 'WCN'],
    headings: ['WWUS6', 'WWUS6'],
    sameCodes: ['SVA', 'SVA'],
    nwsCode: 'SVA',
    isBroadcast: true,
    instruction: 'Listen for warnings.',
  },
  'FW.W': {
    event: 'Red Flag Warning',
    severity: 'Severe',
    certainty: 'Likely',
    urgency: 'Expected',
    response: 'Prepare',
    products: ['RFW', 'RFW'],
    headings: ['WWUS8', 'WWUS8'],
    sameCodes: ['NWS', 'NWS'],
    nwsCode: 'FWW',
    isBroadcast: false,
    instruction: 'Do not burn outdoors: fires would spread fast.',
  },
};
