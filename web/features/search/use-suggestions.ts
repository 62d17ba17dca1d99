import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Suggestion as Asked } from '#contract/memes/search.ts'
import { fold } from '#contract/words.ts'
import { api } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-text.ts'
import { recentSearches } from './recent-searches.ts'

/** For a person, the text is the username. */
export type Suggestion = Asked | { kind: 'recent'; text: string }

const SUGGEST_FROM_CHARS = 2
const PAUSE_MS = 150
const SHOWN_MAX = 9

/** Returns suggestions for the typed text: recent searches first, then tags, people and names. */
export function useSuggestions(typed: string, wanted: boolean): Suggestion[] {
  const text = usePaused(queryOf(typed))
  const { data } = useQuery({
    queryKey: ['suggest', text],
    enabled: wanted && text.length >= SUGGEST_FROM_CHARS,
    staleTime: 60_000,
    // Ignore failed suggestions silently.
    retry: false,
    queryFn: async ({ signal }) => (await api('GET /vector-search/suggest', { query: { q: text }, signal })).data,
  })
  if (!wanted) return []
  const begun = fold(typed.trim())
  const recent = recentSearches()
    .filter((own) => fold(own).includes(begun) && own.toLowerCase() !== typed.trim().toLowerCase())
    .map((own): Suggestion => ({ kind: 'recent', text: own }))
  const asked = begun.length >= SUGGEST_FROM_CHARS ? (data ?? []) : []
  const known = new Set(recent.map((own) => own.text.toLowerCase()))
  return [...recent, ...asked.filter(({ kind, text: own }) => kind === 'user' || !known.has(own.toLowerCase()))].slice(
    0,
    SHOWN_MAX,
  )
}

/** Debounces the text. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
