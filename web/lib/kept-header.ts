/** Marks an answer that the service worker had kept, given where there is no connection. */
export const KEPT_HEADER = 'x-kept'
