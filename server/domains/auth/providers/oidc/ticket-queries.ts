import type { Db, Tx } from '#server/platform/db/db.ts'

/** A sign-in that a provider has confirmed. */
export interface Ticket {
  provider: string
  subject: string
  sid: string | null
  profile: unknown
}

/** One of a provider's sessions, or a person there. */
interface AtProvider {
  provider: string
  sid: string | null
  subject: string | null
}

export async function insertTicket(
  tx: Tx,
  ticket: Omit<Ticket, 'profile'> & { tokenHash: string; profile: object; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('provider_tickets')
    .values({
      token_hash: ticket.tokenHash,
      provider: ticket.provider,
      subject: ticket.subject,
      sid: ticket.sid,
      profile: JSON.stringify(ticket.profile),
      expires_at: ticket.expiresAt,
    })
    .execute()
}

export async function findTicket(db: Db, tokenHash: string): Promise<Ticket | undefined> {
  return db
    .selectFrom('provider_tickets')
    .select(['provider', 'subject', 'sid', 'profile'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
}

/** Deletes a ticket and returns it; undefined if it was used before, has expired, or was ended by the provider. */
export async function takeTicket(tx: Tx, tokenHash: string): Promise<Ticket | undefined> {
  return tx
    .deleteFrom('provider_tickets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date())
    .returning(['provider', 'subject', 'sid', 'profile'])
    .executeTakeFirst()
}

/** Deletes the unfinished sign-ins of one of a provider's sessions, else all of a person. */
export async function deleteTickets(tx: Tx, { provider, sid, subject }: AtProvider): Promise<void> {
  await tx
    .deleteFrom('provider_tickets')
    .where('provider', '=', provider)
    .$if(sid !== null, (query) => query.where('sid', '=', sid))
    .$if(subject !== null, (query) => query.where('subject', '=', subject))
    .execute()
}

export async function insertProviderSession(
  tx: Tx,
  session: { id: string; provider: string; subject: string; sid: string | null; idToken: string | null },
): Promise<void> {
  await tx
    .insertInto('provider_sessions')
    .values({
      session_id: session.id,
      provider: session.provider,
      subject: session.subject,
      sid: session.sid,
      id_token: session.idToken,
    })
    .execute()
}

/** Deletes and returns the link between a session and its provider. */
export async function takeProviderSession(
  tx: Tx,
  sessionId: string,
): Promise<{ provider: string; idToken: string | null } | undefined> {
  return tx
    .deleteFrom('provider_sessions')
    .where('session_id', '=', sessionId)
    .returning(['provider', 'id_token as idToken'])
    .executeTakeFirst()
}

/**
 * Ends the sessions and the unfinished sign-ins that began at a provider: those of one of its sessions, else all of a person.
 * Returns the members, once each.
 */
export async function endProviderSessions(tx: Tx, at: AtProvider): Promise<string[]> {
  const { provider, sid, subject } = at
  await deleteTickets(tx, at)
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('revoked_at', 'is', null)
    .where('id', 'in', (query) =>
      query
        .selectFrom('provider_sessions')
        .select('session_id')
        .where('provider', '=', provider)
        .$if(sid !== null, (some) => some.where('sid', '=', sid))
        .$if(subject !== null, (some) => some.where('subject', '=', subject)),
    )
    .returning('user_id')
    .execute()
  return [...new Set(ended.map((session) => session.user_id))]
}
