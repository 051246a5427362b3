import type { Language } from '@severe/assessment';

/** Texts of the page of a place that the assessment does not write. */
interface PageWords {
  title: string;
  statuses: Record<'emergency' | 'warning' | 'watch' | 'advisory' | 'elevated' | 'normal' | 'unknown', string>;
  asOf: string;
  nextHours: string;
  alerts: string;
  radar: string;
  noRadar: string;
  echo: string;
  noEcho: string;
  ring: string;
  ringAndCounty: string;
  map: string;
  official: string;
  reloads: string;
  stop: string;
  reload: string;
  other: string;
  search: string;
  find: string;
  notFound: string;
  several: string;
  simulated: string;
}

export const pageWords: Record<Language, PageWords> = {
  en: {
    title: 'The weather at a place',
    statuses: {
      emergency: 'Emergency',
      warning: 'Warning',
      watch: 'Watch',
      advisory: 'Advisory',
      elevated: 'Elevated',
      normal: 'Normal',
      unknown: 'Unknown',
    },
    asOf: 'As of {time}',
    nextHours: 'The hours ahead',
    alerts: 'In effect here',
    radar: 'Radar',
    noRadar: 'There is no radar image of this place now.',
    echo: 'Radar at {time}: {dbz} dBZ at this place, which is in the middle.',
    noEcho: 'Radar at {time}: no echo at this place, which is in the middle.',
    ring: 'The ring is {distance} away.',
    ringAndCounty: 'The ring is {distance} away. The line is the county.',
    map: 'Map with moving radar',
    official: 'This is no official source of warnings: watch those as well.',
    reloads: 'This page loads itself again every minute.',
    stop: 'Stop that',
    reload: 'Load again',
    other: 'En español',
    search: 'Town, ZIP code or coordinates',
    find: 'Find',
    notFound: 'Nothing is known by this name in the United States.',
    several: 'Which one?',
    simulated: 'SIMULATED weather: nothing of this is real.',
  },
  es: {
    title: 'El tiempo en un lugar',
    statuses: {
      emergency: 'Emergencia',
      warning: 'Aviso',
      watch: 'Vigilancia',
      advisory: 'Advertencia',
      elevated: 'Elevado',
      normal: 'Normal',
      unknown: 'Desconocido',
    },
    asOf: 'A las {time}',
    nextHours: 'Las próximas horas',
    alerts: 'Vigente aquí',
    radar: 'Radar',
    noRadar: 'No hay imagen de radar de este lugar en este momento.',
    echo: 'Radar a las {time}: {dbz} dBZ en este lugar, que está en el centro.',
    noEcho: 'Radar a las {time}: sin eco en este lugar, que está en el centro.',
    ring: 'El anillo está a {distance}.',
    ringAndCounty: 'El anillo está a {distance}. La línea es el condado.',
    map: 'Mapa con radar en movimiento',
    official: 'Esta no es una fuente oficial de avisos: consulte también esas.',
    reloads: 'Esta página se actualiza sola cada minuto.',
    stop: 'Detener',
    reload: 'Actualizar',
    other: 'In English',
    search: 'Ciudad, código postal o coordenadas',
    find: 'Buscar',
    notFound: 'No se conoce ningún lugar con este nombre en los Estados Unidos.',
    several: '¿Cuál?',
    simulated: 'Tiempo SIMULADO: nada de esto es real.',
  },
};
