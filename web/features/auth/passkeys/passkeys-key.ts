export const PASSKEYS_KEY = ['passkeys'] as const
