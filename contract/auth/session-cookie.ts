/**
 * Cookie with the session's token, which the web client sets on a site that is for members only: browsers send no header for pages
 * and pictures. It opens them, but is no proof of identity for calls.
 */
export const SESSION_COOKIE = 'memeroom-session'
