import { expect } from 'chai';
import { findSoundingStation, soundingStationNear, soundingStations, states } from '../src/index.ts';

describe('sounding-stations', () => {
  it('finds a station by letters or number, in any case', () => {
    for (const name of ['OUN', 'KOUN', 'oun', '72357', ' koun ']) {
      expect(findSoundingStation(name), name).to.include({ icao: 'KOUN', name: 'Norman', lat: 35.1808, lon: -97.4378 });
    }
    for (const nobody of ['', 'O', 'XOUN', '7235', 'constructor', 'K72357']) {
      expect(findSoundingStation(nobody), nobody).to.equal(undefined);
    }
  });

  it('finds stations by other ids, outside of the continent or before a move', () => {
    expect(findSoundingStation('KANC')?.icao).to.equal('PANC'); // so the archive of Iowa writes them
    expect(findSoundingStation('KJSJ')?.icao).to.equal('TJSJ');
    expect(findSoundingStation('KBNA')?.id).to.equal('OHX');
    expect(findSoundingStation('PABR')?.name).to.equal('Utqiagvik');
    expect(findSoundingStation('ABR')?.name).to.equal('Aberdeen');
  });

  it('finds exactly one station at a place', () => {
    expect(soundingStationNear({ lat: 35.23, lon: -97.46 })?.id).to.equal('OUN');
    expect(soundingStationNear({ lat: 35.23, lon: -98 })).to.equal(undefined);
    for (const station of soundingStations) expect(soundingStationNear(station)).to.equal(station);
  });

  it('has unique ids, and an existing state for every station', () => {
    for (const name of ['id', 'icao', 'wmo'] as const) {
      expect(new Set(soundingStations.map((station) => station[name])).size, name).to.equal(soundingStations.length);
    }
    const codes = states.map(({ code }) => code);
    for (const station of soundingStations) {
      expect(codes, station.id).to.include(station.state);
      for (const name of [station.id, station.icao, station.wmo]) expect(findSoundingStation(name)).to.equal(station);
    }
  });
});
