/**
 * Names of the Trusted Types policies that pages may create: one of the application, one of the script that starts it, and the
 * one that browsers ask where text comes without a policy, which takes empty markup alone.
 */
export const TRUSTED_TYPES_POLICIES = { application: 'memeroom', start: 'memeroom-start', empty: 'default' } as const
