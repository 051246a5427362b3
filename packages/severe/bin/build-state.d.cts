export const built: string;
export const source: string;
export function sourcesAreNewer(): boolean;
export function anySourcesAreNewer(): boolean;
