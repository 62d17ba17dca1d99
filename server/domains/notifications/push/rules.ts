/** Older news appear only in the bell. */
export const PUSHED_WITHIN_MINUTES = 60
/** Minutes after which a grouped notification with new likes is pushed again. */
export const REPEATED_AFTER_MINUTES = 15
/** Consecutive failures after which a subscription is removed. */
export const FAILURES_MAX = 10
