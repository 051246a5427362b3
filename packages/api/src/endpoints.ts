import type { Endpoint } from '@severe/http';
import type { ApiContext } from './context.ts';
import { feeds, getCap } from './doors/feeds/endpoints.ts';
import { ogc } from './doors/ogc/endpoints.ts';
import { getPlacefile } from './doors/placefiles/endpoints.ts';
import { namingItsTable, tables } from './doors/tables/endpoints.ts';
import { addApiKey, listApiKeys, revokeApiKey } from './resources/account/key-endpoints.ts';
import { changeUser, getIngestHealth, getStats, listUsers } from './resources/admin/endpoints.ts';
import { getAlertsAtPoint } from './resources/alerts/at-point.ts';
import { getAlert, listAlertChanges, listAlerts } from './resources/alerts/endpoints.ts';
import {
  forgotPassword,
  getMe,
  logIn,
  logOut,
  resendVerification,
  resetPassword,
  signUp,
  verifyEmail,
} from './resources/auth/endpoints.ts';
import { getBriefing, getTimeline } from './resources/briefing/endpoints.ts';
import { listDamageTracks } from './resources/damage-tracks/endpoints.ts';
import { getAfd, getHwo } from './resources/bulletins/endpoints.ts';
import { listDiscussions } from './resources/discussions/endpoints.ts';
import { getDocs, getDocsFile } from './resources/docs/endpoints.ts';
import { listEros } from './resources/eros/endpoints.ts';
import { getPointForecast } from './resources/forecast/endpoints.ts';
import { reverseGeocode, searchPlaces } from './resources/geocode/endpoints.ts';
import { getGaugeForecast, listGauges } from './resources/gauges/endpoints.ts';
import { listLightning } from './resources/lightning/endpoints.ts';
import { getImpact, listFacilities } from './resources/facilities/endpoints.ts';
import { getBoundary } from './resources/jurisdiction/endpoints.ts';
import { getCountySummary } from './resources/jurisdiction/get-county-summary.ts';
import { getSummary } from './resources/locations/endpoints.ts';
import { getHealth, getLanding, getOpenApi, listSources } from './resources/meta/endpoints.ts';
import { getHealthHistory } from './resources/meta/history.ts';
import { listModels } from './resources/models/endpoints.ts';
import { listObservations } from './resources/observations/endpoints.ts';
import { listOutlooks } from './resources/outlooks/endpoints.ts';
import { listTropicalOutlook, listTropicalStorms } from './resources/tropical/endpoints.ts';
import { listWatches } from './resources/watches/endpoints.ts';
import { listStormCells } from './resources/storm-cells/endpoints.ts';
import { listReports } from './resources/reports/endpoints.ts';
import { getLatestSounding, getSounding, listSoundings } from './resources/soundings/endpoints.ts';
import { getStorm } from './resources/storms/get-storm.ts';
import {
  createLocation,
  deleteLocation,
  listLocations,
  updateLocation,
} from './resources/saved-locations/endpoints.ts';
import { confirmStop, stopMails } from './resources/auth/stop-mails.ts';
import { confirmUnsubscribe, unsubscribe } from './resources/saved-locations/unsubscribe.ts';
import { listenToStream } from './resources/stream/endpoints.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from './resources/webhooks/endpoints.ts';
import { listZones } from './resources/zones/endpoints.ts';

/** The endpoints of the API, in the order of the specification. */
const resources: Endpoint<ApiContext>[] = [
  listAlerts,
  getAlertsAtPoint,
  getCap,
  getAlert,
  listAlertChanges,
  listZones,
  listObservations,
  listOutlooks,
  listWatches,
  listDiscussions,
  listReports,
  listSoundings,
  getLatestSounding,
  getSounding,
  listModels,
  getPointForecast,
  listLightning,
  listGauges,
  getGaugeForecast,
  searchPlaces,
  reverseGeocode,
  listStormCells,
  getSummary,
  getBriefing,
  getTimeline,
  getStorm,
  listTropicalOutlook,
  listTropicalStorms,
  listEros,
  getAfd,
  getHwo,
  listFacilities,
  getImpact,
  getCountySummary,
  getBoundary,
  listDamageTracks,
  listenToStream,
  getHealth,
  getHealthHistory,
  listSources,
  signUp,
  logIn,
  logOut,
  getMe,
  verifyEmail,
  resendVerification,
  forgotPassword,
  resetPassword,
  listApiKeys,
  addApiKey,
  revokeApiKey,
  getStats,
  listUsers,
  changeUser,
  getIngestHealth,
  listLocations,
  createLocation,
  updateLocation,
  deleteLocation,
  confirmStop,
  stopMails,
  confirmUnsubscribe,
  unsubscribe,
  createWebhook,
  listWebhooks,
  updateWebhook,
  rotateSecret,
  testWebhook,
  deleteWebhook,
  listDeliveries,
  redeliver,
  getPlacefile,
  ...feeds,
  getOpenApi,
  getDocs,
  getDocsFile,
  getLanding,
];

/** Every endpoint of the API. */
export const apiEndpoints: Endpoint<ApiContext>[] = [...resources.map(namingItsTable), ...tables, ...ogc];
