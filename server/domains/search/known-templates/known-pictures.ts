import { likeness, mirrored } from '#server/domains/search/likeness/descriptor/visual.ts'

interface KnownPicture {
  id: string
  vector: ArrayLike<number>
}

/**
 * Minimum likeness to the picture of a known template, and minimum lead over the likeness to any other one. Among the 102 real pictures of the
 * shipped pack, each compared with the others, these limits confuse only two: penguins with the same outline.
 * `npm run bench -- known-templates` measures copies.
 */
const LIMITS = { likeness: 0.64, lead: 0.2 }

/** The pictures of known templates, as visual descriptors. */
export class KnownPictures {
  readonly #known: readonly KnownPicture[]
  readonly #limits: typeof LIMITS

  constructor(known: readonly KnownPicture[], limits: typeof LIMITS = LIMITS) {
    this.#known = known
    this.#limits = limits
  }

  /** Returns the id of the template that a picture or its mirror image clearly shows. */
  shown(vector: readonly number[]): string | undefined {
    const turned = mirrored(vector)
    let best = { id: '', likeness: 0 }
    let next = 0
    for (const { id, vector: known } of this.#known) {
      const value = Math.max(likeness(vector, known), likeness(turned, known))
      next = Math.max(next, Math.min(value, best.likeness))
      if (value > best.likeness) best = { id, likeness: value }
    }
    const { likeness: floor, lead } = this.#limits
    return best.likeness >= floor && best.likeness - next >= lead ? best.id : undefined
  }
}
