/** The key of the query for the member's access tokens. */
export const ACCESS_TOKENS_KEY = ['access-tokens'] as const
