import { fold } from '#contract/words.ts'
import type { ShownPerson } from '../../entities/people.ts'

/** Returns true if every typed word occurs in the username, display name or bio. */
export function matches(person: Pick<ShownPerson, 'username' | 'displayName' | 'bio'>, typed: string): boolean {
  const text = fold(`${person.username} ${person.displayName} ${person.bio}`)
  return fold(typed.replace(/^@/, ''))
    .split(/\s+/)
    .every((word) => text.includes(word))
}
