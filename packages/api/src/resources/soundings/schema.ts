import { shape } from '@severe/http';
import { geometryShape } from '../../shared/feature.ts';

const value = (about: string) => shape.nullable(shape.number({ about }));

const fields = {
  id: shape.integer({ about: 'Stays the same when more of the sounding comes in.' }),
  station: shape.text({ about: 'Four letters.', example: 'KOUN' }),
  name: shape.text({ example: 'Norman' }),
  time: shape.time({ about: 'The nominal hour; the balloon is let go up to an hour before.' }),
  source: shape.text({ about: 'Who it was fetched from.', example: 'iem' }),
  cape_jkg: value('Convective available potential energy of the surface parcel, J/kg.'),
  cin_jkg: value('Convective inhibition of the surface parcel, J/kg: negative, or zero where there is none.'),
  lifted_index_k: value('Of the surface parcel at 500 hPa, K: negative where the parcel is warmer than the air.'),
  pwat_mm: value('Precipitable water, mm.'),
  srh_0_1km: value('Storm-relative helicity of the lowest kilometre, m²/s², for a right mover by Bunkers.'),
  srh_0_3km: value('Storm-relative helicity of the lowest three kilometres, m²/s², for a right mover by Bunkers.'),
  shear_0_6km_mps: value('Difference of the winds at the ground and at 6 km, m/s.'),
  stp: value(
    'Significant tornado parameter of fixed layers: mixed-layer CAPE and condensation level, 0–1 km helicity, 0–6 km shear.',
  ),
  scp: value('Supercell composite parameter of fixed layers: most unstable CAPE, 0–3 km helicity, 0–6 km shear.'),
  lcl_m: value('Condensation level of the surface parcel, metres above the ground.'),
  el_m: value(
    'Equilibrium level of the surface parcel, metres above the ground; null also where the profile ends below it.',
  ),
};

export const soundingProperties = shape.named('Sounding', shape.object(fields));

const levels = (about: string) => shape.arrayOf(shape.nullable(shape.number()), { about });

const profileShape = shape.named(
  'SoundingProfile',
  shape.object(
    {
      pressure_hpa: shape.arrayOf(shape.number(), { about: 'hPa, falling.' }),
      height_m: levels('Metres above the sea.'),
      temperature_c: levels('°C.'),
      dewpoint_c: levels('°C.'),
      wind_dir_deg: levels('Where the wind comes from, degrees clockwise from north.'),
      wind_speed_kt: levels('Knots.'),
    },
    { about: 'Lists of one length, surface first; null where nothing was measured on a level.' },
  ),
);

const recordFields = { ...fields, geometry: shape.nullable(geometryShape) };

export const fullSoundingShape = shape.named('FullSounding', shape.object({ ...recordFields, profile: profileShape }));
