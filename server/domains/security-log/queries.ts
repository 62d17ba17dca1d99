import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type SecurityEventRow = Selectable<Tables['security_events']>

export interface NewSecurityEvent {
  event: string
  subjectKey: string | null
  networkKey: string | null
  device: string
  detail: string
}

export async function insertEvent(tx: Tx, event: NewSecurityEvent): Promise<void> {
  const { subjectKey: subject_key, networkKey: network_key, ...rest } = event
  await tx
    .insertInto('security_events')
    .values({ id: newId(), subject_key, network_key, ...rest })
    .execute()
}

/** Returns events, newest first; without a subject, those of all subjects. */
export async function findEvents(
  db: Db,
  { subjectKey, event, before, limit }: { subjectKey?: string; event?: string; before?: string; limit: number },
): Promise<SecurityEventRow[]> {
  return db
    .selectFrom('security_events')
    .selectAll()
    .$if(subjectKey !== undefined, (query) => query.where('subject_key', '=', subjectKey ?? ''))
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns events, oldest first, after the event with the id `after` and before a time. */
export async function findEventsAfter(
  db: Db,
  filter: { after: string; before: Date; subjectKey?: string; event?: string; limit: number },
): Promise<SecurityEventRow[]> {
  const { after, before, subjectKey, event, limit } = filter
  return db
    .selectFrom('security_events')
    .selectAll()
    .where('id', '>', after)
    .where('at', '<', before)
    .$if(subjectKey !== undefined, (query) => query.where('subject_key', '=', subjectKey ?? ''))
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns whether a member has earlier sign-ins: any, and any from this device and network. */
export async function findSignIns(
  db: Db,
  { subjectKey, networkKey, device }: { subjectKey: string; networkKey: string; device: string },
): Promise<{ any: boolean; alike: boolean }> {
  const signIns = db
    .selectFrom('security_events')
    .select('id')
    .where('subject_key', '=', subjectKey)
    .where('event', '=', 'sign-in')
    .limit(1)
  const any = await signIns.executeTakeFirst()
  const alike = await signIns.where('network_key', '=', networkKey).where('device', '=', device).executeTakeFirst()
  return { any: any !== undefined, alike: alike !== undefined }
}

export async function deleteEventsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('security_events').where('at', '<', before).execute()
}
