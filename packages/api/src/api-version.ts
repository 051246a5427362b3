/** Version of the API contract. It is independent of the version of the service. */
export const apiVersion = '0.1.0';
