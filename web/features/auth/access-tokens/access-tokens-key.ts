export const ACCESS_TOKENS_KEY = ['access-tokens'] as const
