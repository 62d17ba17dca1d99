/** Query key of the member's access tokens. */
export const ACCESS_TOKENS_KEY = ['access-tokens'] as const
