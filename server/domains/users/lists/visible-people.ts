import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Member, Viewer } from '#server/platform/viewer.ts'
import { isPersonShown } from './hidden-people.ts'
import { isPublicPerson } from './suspended.ts'

/**
 * The viewer of a list of people, and its scope:
 * - `offered`: the site chose the people; without people that the viewer muted;
 * - `opened`: the viewer opened the list, such as a person's followers; muted people are in it;
 * - `mine`: the member's own decisions, such as the people they blocked; everyone is in it;
 * - `notified`: the site names people to a member outside a request, such as in a mail; `member` is the member's id in SQL.
 */
export type Audience =
  | { scope: 'offered' | 'opened'; viewer: Viewer }
  | { scope: 'mine'; viewer: Member }
  | { scope: 'notified'; member: RawBuilder<unknown> }

/** The visibility filter of every list of people, as a condition on the person `u`. */
export function isVisible(audience: Audience): RawBuilder<SqlBool> {
  if (audience.scope === 'mine') return sql`true`
  const isShown =
    audience.scope === 'notified'
      ? sql`u.id not in (select person_id from hidden_people where user_id = ${audience.member})`
      : isPersonShown(audience.viewer, 'u.id', audience.scope === 'offered' ? 'lists' : 'everywhere')
  return sql`(${isPublicPerson('u')} and ${isShown})`
}
