import { t } from '../language.ts';
import type { Schemas } from '../service.ts';

/** The status of a place in words. */
export const statusNames: Record<Schemas['LocationSummary']['status'], string> = {
  emergency: t`Emergency`,
  warning: t`Warning`,
  watch: t`Watch`,
  advisory: t`Advisory`,
  elevated: t`Elevated`,
  normal: t`Normal`,
  unknown: t`Unknown`,
};
