/** Older news are in the bell alone. */
export const PUSHED_WITHIN_MINUTES = 60
/** Likes that are gathered in one notification ring again after so long. */
export const REPEATED_AFTER_MINUTES = 15
/** A subscription whose push service failed so often in a row is removed. */
export const FAILURES_MAX = 10
