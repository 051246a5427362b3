/** Names that the service gives: products with their descriptions, states of sources, and words of tags. */
export const names: Readonly<Record<string, string>> = {
  'Composite reflectivity': 'Reflectividad compuesta',
  'Strongest echo in the column above each point.': 'El eco más fuerte en la columna sobre cada punto.',
  'Base reflectivity': 'Reflectividad base',
  'Echo of the lowest radar beams, close to the precipitation at the ground.':
    'Eco de los haces más bajos, cercano a la precipitación en el suelo.',
  'Hail size, 30 min maximum': 'Tamaño del granizo, máximo de 30 min',
  'Maximum expected size of hail (MESH) in the last 30 minutes, estimated by radar.':
    'Tamaño máximo esperado del granizo (MESH) en los últimos 30 minutos, estimado por radar.',
  'Rotation tracks, 30 min maximum': 'Rotación, máximo de 30 min',
  'Strongest cyclonic shear in the lowest 2 km in the last 30 minutes.':
    'La cizalladura ciclónica más fuerte en los 2 km más bajos en los últimos 30 minutos.',
  'Vertically integrated liquid': 'Líquido integrado verticalmente',
  'Water and ice in the column, estimated by radar; high values indicate tall, intense storm cores.':
    'Agua y hielo en la columna, estimados por radar; valores altos indican tormentas altas e intensas.',
  'Echo tops, 18 dBZ': 'Topes de eco, 18 dBZ',
  'Height above sea level of the highest 18 dBZ echo.': 'Altura sobre el nivel del mar del eco más alto de 18 dBZ.',
  Reflectivity: 'Reflectividad',
  'Echo strength of rain, hail and other targets in the beam.':
    'Intensidad del eco de lluvia, granizo y otros blancos en el haz.',
  'Radial velocity': 'Velocidad radial',
  'Speed of the air away from the radar (positive) or towards it (negative).':
    'Velocidad del aire que se aleja del radar (positiva) o se acerca a él (negativa).',
  'Storm-relative velocity': 'Velocidad relativa a la tormenta',
  'Radial velocity relative to the motion of the storm.': 'Velocidad radial relativa al movimiento de la tormenta.',
  'Correlation coefficient': 'Coeficiente de correlación',
  'Similarity of the particles in the beam: near 1 in rain, lower in hail, debris and birds.':
    'Semejanza de las partículas en el haz: cerca de 1 en lluvia, menor en granizo, escombros y aves.',
  'Differential reflectivity': 'Reflectividad diferencial',
  'Flatness of the particles: large for big drops, near 0 for tumbling hail.':
    'Achatamiento de las partículas: grande en gotas grandes, cerca de 0 en granizo que gira.',
  'Spectrum width': 'Ancho espectral',
  'Spread of velocities within a gate, caused by turbulence and shear.':
    'Dispersión de velocidades en una celda, por turbulencia y cizalladura.',
  'Infrared, 10.3 µm': 'Infrarrojo, 10.3 µm',
  'Brightness temperature of cloud tops and ground, by day and night (ABI band 13). Colours begin at -32 °C.':
    'Temperatura de brillo de las nubes y del suelo, de día y de noche (banda 13 de ABI). Los colores empiezan en -32 °C.',
  'Visible, 0.64 µm': 'Visible, 0.64 µm',
  'Reflected sunlight (ABI band 2), not corrected for solar elevation. Night is black.':
    'Luz solar reflejada (banda 2 de ABI), sin corregir por la elevación del sol. La noche es negra.',
  'GeoColor-like day and night': 'Día y noche, parecido a GeoColor',
  'A composite similar to GeoColor, but not the product of CIRA and NESDIS. By day, natural colours of bands 1 to 3, with synthetic green after Bah et al. (2018) and no haze correction. By night, clouds of band 13 over dark ground, without city lights; low cloud is hardly visible. Both are blended for solar elevations between 2° and 12°.':
    'Una composición parecida a GeoColor, pero no el producto de CIRA y NESDIS. De día, colores naturales de las bandas 1 a 3, con verde sintético según Bah et al. (2018) y sin corrección de bruma. De noche, nubes de la banda 13 sobre suelo oscuro, sin luces de ciudades; las nubes bajas apenas se ven. Se mezclan entre 2° y 12° de elevación del sol.',
  'Air mass': 'Masa de aire',
  'Air Mass RGB of EUMETSAT with the ranges of the GOES-R quick guide, by day and night. Red 6.2 − 7.3 µm, -26.2 to 0.6 K; green 9.6 − 10.3 µm, -43.2 to 6.7 K; blue 6.2 µm inverted, 243.9 to 208.5 K; no gamma. Dry stratospheric air is red, warm moist air green, cold air blue. Near the edge of the disk, colours shift to blue and violet.':
    'RGB de masa de aire de EUMETSAT con los intervalos de la guía de GOES-R, de día y de noche. Rojo 6.2 − 7.3 µm, -26.2 a 0.6 K; verde 9.6 − 10.3 µm, -43.2 a 6.7 K; azul 6.2 µm invertido, 243.9 a 208.5 K; sin gamma. El aire estratosférico seco es rojo, el cálido y húmedo verde, el frío azul. Cerca del borde del disco los colores tienden al azul y al violeta.',
  Dust: 'Polvo',
  'Dust RGB of EUMETSAT with the ranges of the GOES-R quick guide, by day and night. Red 12.3 − 10.3 µm, -6.7 to 2.6 K; green 11.2 − 8.4 µm, -0.5 to 20 K, gamma 2.5; blue 10.3 µm, 261.2 to 288.7 K. Dust is bright magenta by day, and less distinct on cold nights.':
    'RGB de polvo de EUMETSAT con los intervalos de la guía de GOES-R, de día y de noche. Rojo 12.3 − 10.3 µm, -6.7 a 2.6 K; verde 11.2 − 8.4 µm, -0.5 a 20 K, gamma 2.5; azul 10.3 µm, 261.2 a 288.7 K. El polvo es magenta brillante de día, y menos claro en noches frías.',
  'Fire temperature': 'Temperatura del fuego',
  'Fire Temperature RGB with the ranges of the GOES-R quick guide. Red 3.9 µm, 273 to 333 K, gamma 0.4; green 2.2 µm, 0 to 100 %; blue 1.6 µm, 0 to 75 %. Fires turn from red to yellow and white as they grow hotter. By night, only fires and warm ground are visible; by day, bright ground and clouds add green and blue.':
    'RGB de temperatura del fuego con los intervalos de la guía de GOES-R. Rojo 3.9 µm, 273 a 333 K, gamma 0.4; verde 2.2 µm, 0 a 100 %; azul 1.6 µm, 0 a 75 %. Los fuegos pasan de rojo a amarillo y blanco al calentarse. De noche solo se ven los fuegos y el suelo cálido; de día, el suelo claro y las nubes añaden verde y azul.',
  'Surface CAPE': 'CAPE de superficie',
  'Convective available potential energy of a parcel lifted from the ground.':
    'Energía potencial convectiva disponible de una parcela que asciende desde el suelo.',
  'Surface CIN': 'CIN de superficie',
  'Convective inhibition of a parcel lifted from the ground; zero or less.':
    'Inhibición convectiva de una parcela que asciende desde el suelo; cero o menos.',
  'Lifted index': 'Índice de ascenso',
  'Temperature at 500 hPa minus that of a parcel lifted to it; negative values are unstable.':
    'Temperatura a 500 hPa menos la de una parcela que asciende hasta allí; los valores negativos son inestables.',
  'Simulated composite reflectivity': 'Reflectividad compuesta simulada',
  'Composite reflectivity computed from the model’s precipitation.':
    'Reflectividad compuesta calculada de la precipitación del modelo.',
  'Temperature, 2 m': 'Temperatura, 2 m',
  'Air temperature at 2 m above the ground.': 'Temperatura del aire a 2 m del suelo.',
  'Dew point, 2 m': 'Punto de rocío, 2 m',
  'Dew point at 2 m above the ground; values above 15 degC favour severe storms.':
    'Punto de rocío a 2 m del suelo; valores de más de 15 °C favorecen tormentas severas.',
  'Wind speed, 10 m': 'Velocidad del viento, 10 m',
  'Mean wind speed at 10 m above the ground.': 'Velocidad media del viento a 10 m del suelo.',
  'Wind gust': 'Ráfaga de viento',
  'Forecast wind gusts at the ground.': 'Ráfagas de viento pronosticadas en el suelo.',
  'Precipitation, 1 h': 'Precipitación, 1 h',
  'Rain and melted snow of the preceding hour.': 'Lluvia y nieve derretida de la hora anterior.',
  'Storm-relative helicity, 0–3 km': 'Helicidad relativa a la tormenta, 0–3 km',
  'Storm-relative helicity of the lowest 3 km; high values favour rotating updrafts.':
    'Helicidad relativa a la tormenta en los 3 km más bajos; valores altos favorecen ascensos que rotan.',
  'Wind shear, 0–6 km': 'Cizalladura del viento, 0–6 km',
  'Magnitude of the wind difference between the ground and 6 km.':
    'Magnitud de la diferencia de viento entre el suelo y 6 km.',
  'Updraft helicity, 2–5 km': 'Helicidad del ascenso, 2–5 km',
  'Maximum updraft helicity of the preceding hour; shows tracks of the model’s supercells.':
    'Helicidad máxima del ascenso en la hora anterior; muestra el recorrido de las superceldas del modelo.',
  'Wind direction, 10 m': 'Dirección del viento, 10 m',
  'Direction from which the wind blows, clockwise from true north.':
    'Dirección de la que sopla el viento, en sentido horario desde el norte.',
  Elevation: 'Elevación',
  'Height of the model terrain above sea level.': 'Altura del terreno del modelo sobre el nivel del mar.',
  late: 'retraso',
  stale: 'mucho retraso',
  observed: 'observado',
  'radar indicated': 'indicado por radar',
  possible: 'posible',
  considerable: 'considerable',
  catastrophic: 'catastrófico',
  significant: 'significativo',
  destructive: 'destructivo',
  imminent: 'inminente',
  'No echo': 'Sin eco',
  'No data': 'Sin datos',
  'Outside coverage': 'Fuera de cobertura',
};
