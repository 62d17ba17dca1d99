/**
 * Names of the Trusted Types policies that pages may create: one for the application, one for its start-up script, and the
 * default policy, which browsers apply to plain strings; it accepts only empty markup.
 */
export const TRUSTED_TYPES_POLICIES = { application: 'memeroom', start: 'memeroom-start', empty: 'default' } as const
