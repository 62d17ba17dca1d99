import { fold, wordsOf } from '#contract/words.ts'

/** A well-known template: names and texts that ship with the product or come from the operator. */
export interface KnownTemplate {
  id: string
  name: string
  /** By language: the names that people use, the preferred one first, and one sentence each on its content and its source. */
  texts: Record<string, { names: string[]; shows: string; origin: string }>
  /** The unit vector of its visual descriptor; null if the pack has none. */
  vector: Float32Array | null
}

/** The form in which names are compared: words without case and marks. */
export const nameKey = (name: string): string => wordsOf(name).map(fold).join(' ')

/** All names of a template, in every language. */
export const namesOf = ({ name, texts }: Pick<KnownTemplate, 'name' | 'texts'>): string[] => [
  name,
  ...Object.values(texts).flatMap(({ names }) => names),
]
