import { sql } from 'kysely'

/** True if a moderator or admin (`users`) has no second factor. False for members, without a lookup. */
export const lacksSecondFactor = sql<boolean>`users.role <> 'member'
  and not exists (select 1 from totp_secrets t where t.user_id = users.id and t.confirmed_at is not null)
  and not exists (select 1 from passkey_factors f where f.user_id = users.id)`.as('lacksSecondFactor')
