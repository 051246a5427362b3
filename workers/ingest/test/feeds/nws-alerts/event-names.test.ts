import { expect } from 'chai';
import { apiEvents } from '@severe/testing/api-events';
import { eventNameOf } from '../../../src/feeds/nws-alerts/event-names.ts';
import { alertsOfOneEvent } from '../../../src/parse/product-table.ts';

/** Phenomena and significances that occur together (NWS Instruction 10-1703). */
const inUse =
  'AF.W AF.Y AS.Y BH.S BW.Y BZ.W CF.A CF.S CF.W CF.Y CW.Y DS.W DS.Y DU.W DU.Y EC.A EC.W EH.A EH.W EW.W FA.A FA.S FA.W FA.Y ' +
  'FF.A FF.S FF.W FG.Y FL.A FL.S FL.W FL.Y FR.Y FW.A FW.W FZ.A FZ.W GL.A GL.W HF.A HF.W HT.Y HU.A HU.S HU.W HW.A HW.W HY.O HY.Y ' +
  'HZ.A HZ.W IS.W LE.W LE.Y LO.Y LS.A LS.S LS.W LS.Y LW.Y MA.S MA.W MF.Y MH.W MH.Y MS.Y RB.Y RP.S SC.Y SE.A SE.W SI.Y SM.Y SQ.W ' +
  'SR.A SR.W SS.A SS.W SU.W SU.Y SV.A SV.W SW.Y TO.A TO.W TR.A TR.S TR.W TS.A TS.W TS.Y TY.A TY.S TY.W UP.A UP.W UP.Y WC.A WC.W ' +
  'WC.Y WI.Y WS.A WS.W WW.Y XH.A XH.W ZF.Y ZR.Y ZY.Y';

describe('nws-alerts/event-names', () => {
  it('are those of the API for every event with VTEC', () => {
    const names = inUse.split(' ').map((codes) => [codes, eventNameOf(...(codes.split('.') as [string, string]))]);
    expect(names.filter(([, name]) => !apiEvents.has(name!))).to.deep.equal([]);
  });

  it('are those of the API for every product of one event', () => {
    expect(Object.entries(alertsOfOneEvent).filter(([, name]) => !apiEvents.has(name))).to.deep.equal([]);
  });

  it('are undefined for unknown codes', () => {
    expect([eventNameOf('QQ', 'W'), eventNameOf('TO', 'Q')]).to.deep.equal([undefined, undefined]);
  });
});
