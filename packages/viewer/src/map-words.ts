import { t } from './language.ts';

/** Words of the map library in the language of the page. */
export const mapWords = {
  'AttributionControl.ToggleAttribution': t`Toggle attribution`,
  'FullscreenControl.Enter': t`Enter fullscreen`,
  'FullscreenControl.Exit': t`Exit fullscreen`,
  'GeolocateControl.FindMyLocation': t`Find my location`,
  'GeolocateControl.LocationNotAvailable': t`Location not available`,
  'Map.Title': t`Map`,
  'NavigationControl.ZoomIn': t`Zoom in`,
  'NavigationControl.ZoomOut': t`Zoom out`,
  'Popup.Close': t`Close popup`,
  'CooperativeGesturesHandler.WindowsHelpText': t`Use Ctrl + scroll to zoom the map`,
  'CooperativeGesturesHandler.MacHelpText': t`Use ⌘ + scroll to zoom the map`,
  'CooperativeGesturesHandler.MobileHelpText': t`Use two fingers to move the map`,
};
