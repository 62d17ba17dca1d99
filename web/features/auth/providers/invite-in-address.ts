/** The code of the invite that somebody came with, for the account that a provider may make. */
export interface Invite {
  invite?: string
}

export function inviteInAddress(): Invite {
  const invite = new URLSearchParams(location.search).get('invite')
  return invite ? { invite } : {}
}
