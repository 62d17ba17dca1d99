/**
 * Cookie with the session's token, which the web client sets on a site that is for members only: browsers send no header for pages
 * and pictures. It gives access to them, but does not authenticate calls.
 */
export const SESSION_COOKIE = 'memeroom-session'
