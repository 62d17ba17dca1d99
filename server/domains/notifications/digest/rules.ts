/** Kinds that are mailed together; the others have mails of their own, or of their own digest. */
export const DIGEST_KINDS = ['like', 'post', 'upload'] as const
/** News are gathered for so long before they are mailed. */
export const GATHERED_MINUTES = 10
/** A member gets at most one such mail in this time. */
export const EVERY_MINUTES = 60
/** What is older is in the bell alone. */
export const WITHIN_HOURS = 24
