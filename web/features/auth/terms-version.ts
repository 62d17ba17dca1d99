/** The terms that the statements at signing up speak of; recorded with the account, with its time. */
export const TERMS_VERSION = '2024-12-15'
