/** Header that marks a response served from the service worker's cache while offline. */
export const CACHED_HEADER = 'x-kept'
