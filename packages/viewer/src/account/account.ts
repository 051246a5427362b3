import { requireUser } from './api.ts';
import { startKeys } from './keys.ts';
import { startLocations } from './locations/locations.ts';
import { showProfile } from './profile.ts';
import { startWebhooks } from './webhooks/webhooks.ts';

const user = await requireUser();
if (user) {
  showProfile(user);
  await Promise.all([startKeys(), startLocations(), startWebhooks()]);
}
