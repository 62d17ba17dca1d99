import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tables } from './table.ts'

/** Above this size, a table drops the entities that nothing refers to. */
export const TABLE_MAX = 3000

/** Entities live as long as a query that refers to them, which ends some time after its last screen. */
export function useBoundEntities(): void {
  const queries = useQueryClient().getQueryCache()
  useEffect(
    () =>
      queries.subscribe(({ type }) => {
        if (type === 'removed') sweep(() => queries.getAll().map(({ state }) => state.data))
      }),
    [queries],
  )
}

/** Drops entities from large tables, except those with an id in `cached`, the data of all queries. */
export function sweep(cached: () => unknown): void {
  const large = tables.filter(({ rows }) => rows.size > TABLE_MAX)
  if (large.length === 0) return
  const used = new Set(textsIn(cached()))
  for (const { rows, alsoUsed } of large) {
    for (const id of alsoUsed()) used.add(id)
    rows.set(...[...rows.entries()].flatMap(([id]) => (used.has(id) ? [] : [[id, undefined] as const])))
  }
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsIn(part)
}
