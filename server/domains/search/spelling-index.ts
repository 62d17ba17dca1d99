/** Finds texts that are spelled like a search. Looks only at texts with common pairs of letters, because a comparison with each is slow. */
export class SpellingIndex {
  readonly #texts: readonly string[]
  readonly #sizes: Uint16Array
  readonly #byPair = new Map<string, number[]>()

  /** @param texts distinct texts */
  constructor(texts: Iterable<string>) {
    this.#texts = [...texts]
    this.#sizes = new Uint16Array(this.#texts.length)
    for (const [at, text] of this.#texts.entries()) {
      const pairs = pairsOf(text)
      this.#sizes[at] = pairs.size
      for (const pair of pairs) {
        const known = this.#byPair.get(pair)
        if (known) known.push(at)
        else this.#byPair.set(pair, [at])
      }
    }
  }

  /** Returns the texts with a common pair of letters, each with its share of common pairs (Dice's coefficient). */
  alike(search: string): { text: string; share: number }[] {
    const pairs = pairsOf(search)
    const common = new Map<number, number>()
    for (const pair of pairs) for (const at of this.#byPair.get(pair) ?? []) common.set(at, (common.get(at) ?? 0) + 1)
    return [...common].map(([at, count]) => ({
      text: this.#texts[at] ?? '',
      share: (2 * count) / (pairs.size + (this.#sizes[at] ?? 0)),
    }))
  }
}

const pairsOf = (text: string): Set<string> => {
  const padded = ` ${text} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}
