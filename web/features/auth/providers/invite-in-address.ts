/** The invite code from the URL, for the account that a first provider sign-in may create. */
export interface Invite {
  invite?: string
}

export function inviteInAddress(): Invite {
  const invite = new URLSearchParams(location.search).get('invite')
  return invite ? { invite } : {}
}
