/** Minutes to collect news before mailing them. */
export const GATHERED_MINUTES = 10
/** Minimum minutes between two such mails to a member. */
export const EVERY_MINUTES = 60
/** Older news appear only in the bell. */
export const WITHIN_HOURS = 24
