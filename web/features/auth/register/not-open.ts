/** Text for people who cannot sign up without an invite, or not at all. */
export const NOT_OPEN_KEYS = { invite: 'account.register.inviteOnly', closed: 'account.register.closed' } as const
