import type { ListedPerson } from './state.ts'

/** Without tone marks and case, so that "mai" finds "Mái": letters that only differ by marks count as one, đ as d. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()

/** Whether every word that was typed is somewhere in username, display name or bio. */
export function matches(person: Pick<ListedPerson, 'username' | 'displayName' | 'bio'>, typed: string): boolean {
  const text = folded(`${person.username} ${person.displayName} ${person.bio}`)
  return folded(typed.replace(/^@/, ''))
    .split(/\s+/)
    .every((word) => text.includes(word))
}
