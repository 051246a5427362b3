import { expect } from 'chai';
import { chooseUnits, inServiceUnit, number, quantity, rememberedUnits, unitName, unitSystems } from '../src/units.ts';

describe('viewer/units', () => {
  afterEach(() => chooseUnits('metric'));

  const inEach = (value: number, unit: string | null, digits?: number) =>
    unitSystems.map((system) => {
      chooseUnits(system);
      return quantity(value, unit, digits);
    });

  it('show every quantity in one system', () => {
    expect(inEach(-61.1, 'degC')).to.deep.equal(['-78 °F', '-61.1 °C', '212 K']);
    expect(inEach(10, 'kt')).to.deep.equal(['12 mph', '19 km/h', '5.1 m/s']); // 10 kt = 5.144 m/s
    expect(inEach(1.75, 'in')).to.deep.equal(['1.75 in', '44.4 mm', '44.4 mm']);
    expect(inEach(15, 'km')).to.deep.equal(['49.2 kft', '15 km', '15 km']);
    expect(inEach(1013.25, 'hPa')).to.deep.equal(['29.92 inHg', '1,013.3 hPa', '1,013.3 hPa']);
    expect(inEach(11_400, 'ft3/s')).to.deep.equal(['11,400 ft³/s', '322.8 m³/s', '322.8 m³/s']);
    expect(inEach(-2, 'K')).to.deep.equal(['-3.6 °F', '-2 °C', '-2 K']); // a difference, without an offset
  });

  it('leave units that every system shares', () => {
    expect(inEach(52.5, 'dBZ')).to.deep.equal(['52.5 dBZ', '52.5 dBZ', '52.5 dBZ']);
    expect(inEach(12, '0.001/s')).to.deep.equal(Array(3).fill('12 × 10⁻³/s'));
    chooseUnits('metric');
    expect([quantity(3, null), unitName(null), quantity(-0.02, 'degC')]).to.deep.equal(['3', '', '0 °C']);
  });

  it('are converted back for the service', () => {
    for (const system of unitSystems) {
      chooseUnits(system);
      expect(inServiceUnit(Number(number(35, 'kt', 4)), 'kt')).to.be.closeTo(35, 0.001);
    }
  });

  it('are remembered, else those of the language', () => {
    expect(rememberedUnits('si', 'en-US')).to.equal('si');
    expect([rememberedUnits(null, 'en-US'), rememberedUnits('x', 'es-MX')]).to.deep.equal(['us', 'metric']);
  });
});
