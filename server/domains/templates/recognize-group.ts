import type { KnownTemplates } from '../search/known-templates/known-templates.ts'
import { isAgreed, type NamedMeme, voteName } from './rules.ts'

/** Increment when these rules recognize other templates. */
const RULES_VERSION = 1

export const recognitionVersion = ({ version }: KnownTemplates): string => `${RULES_VERSION} ${version}`

export interface CarryingMeme extends NamedMeme {
  tags: readonly string[]
  pictureText: string
}

/** The memes of a template, most liked first, with its identifying facts. */
export interface Group {
  /** The name that a moderator gave. */
  givenName: string | null
  /** The unit vector of the mean picture. */
  vector: readonly number[] | null
  memes: readonly CarryingMeme[]
}

/**
 * Returns the id of the known template that a group of memes shows, or null. The name that a moderator gave decides. Otherwise a clear
 * name that most memes carry counts, then the picture, then the voted name.
 */
export function recognizeGroup(known: KnownTemplates, { givenName, vector, memes }: Group): string | null {
  if (givenName !== null) return known.named(givenName) ?? null
  const shown = () => (vector ? known.shown(vector) : undefined)
  return carriedByMost(known, memes) ?? shown() ?? known.clearlyNamed(voteName(memes)) ?? null
}

function carriedByMost(known: KnownTemplates, memes: readonly CarryingMeme[]): string | undefined {
  const creators = new Map<string, (string | null)[]>()
  for (const { name, pictureText, tags, creator } of memes)
    for (const id of known.namedWithin([name, pictureText], tags))
      creators.set(id, [...(creators.get(id) ?? []), creator])
  const agreed = [...creators].filter(([, by]) => by.length * 2 > memes.length && isAgreed(by))
  // Memes that carry the names of two templates are probably about both.
  return agreed.length === 1 ? agreed[0]?.[0] : undefined
}
