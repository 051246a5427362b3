import { shape } from '@severe/http';
import { geometryShape } from '../../shared/feature.ts';

const value = (about: string) => shape.nullable(shape.number({ about }));

const fields = {
  id: shape.integer({ about: 'Identifier, stable when more of the sounding arrives.' }),
  station: shape.text({ about: 'Station identifier, four letters.', example: 'KOUN' }),
  name: shape.text({ example: 'Norman' }),
  time: shape.time({ about: 'Nominal hour. The balloon is launched up to an hour before it.' }),
  source: shape.text({ about: 'Source of the sounding.', example: 'iem' }),
  cape_jkg: value('Convective available potential energy of the surface parcel, J/kg.'),
  cin_jkg: value('Convective inhibition of the surface parcel, J/kg; negative or zero.'),
  lifted_index_k: value(
    'Lifted index of the surface parcel at 500 hPa, K; negative if the parcel is warmer than its environment.',
  ),
  pwat_mm: value('Precipitable water, mm.'),
  srh_0_1km: value('Storm-relative helicity 0–1 km, m²/s², for the Bunkers right mover.'),
  srh_0_3km: value('Storm-relative helicity 0–3 km, m²/s², for the Bunkers right mover.'),
  shear_0_6km_mps: value('Bulk wind difference between the ground and 6 km, m/s.'),
  stp: value(
    'Significant tornado parameter, fixed layer: mixed-layer CAPE and condensation level, 0–1 km helicity, 0–6 km shear.',
  ),
  scp: value('Supercell composite parameter, fixed layer: most unstable CAPE, 0–3 km helicity, 0–6 km shear.'),
  lcl_m: value('Lifted condensation level of the surface parcel, metres above the ground.'),
  el_m: value(
    'Equilibrium level of the surface parcel, metres above the ground; null also if the profile ends below it.',
  ),
};

export const soundingProperties = shape.named('Sounding', shape.object(fields));

const levels = (about: string) => shape.arrayOf(shape.nullable(shape.number()), { about });

const profileShape = shape.named(
  'SoundingProfile',
  shape.object(
    {
      pressure_hpa: shape.arrayOf(shape.number(), { about: 'Pressure in hPa, descending.' }),
      height_m: levels('Height in metres above sea level.'),
      temperature_c: levels('Temperature in °C.'),
      dewpoint_c: levels('Dew point in °C.'),
      wind_dir_deg: levels('Direction from which the wind blows, degrees clockwise from north.'),
      wind_speed_kt: levels('Wind speed in knots.'),
    },
    { about: 'Arrays of equal length, surface first; null for a level without a measurement.' },
  ),
);

const recordFields = { ...fields, geometry: shape.nullable(geometryShape) };

export const fullSoundingShape = shape.named('FullSounding', shape.object({ ...recordFields, profile: profileShape }));
