import { replaceEqualDeep } from '@tanstack/react-query'
import { createMapStore, type MapStore } from '../lib/store.ts'

/** Every table, with the ids that the store itself refers to. `bound.ts` drops the rest from large ones. */
export const tables: { rows: MapStore<unknown>; alsoUsed: () => readonly string[] }[] = []

interface Row<T> {
  data: Partial<T>
  /** When the server stated each field. */
  moments: Partial<Record<keyof T, number>>
}

/** The fields of one entity that a response states. */
export type Statement<T> = readonly [id: string, fields: Partial<T>]

export interface Table<T> {
  get(id: string): Partial<T> | undefined
  use(id: string): Partial<T> | undefined
  /** Renders the component again after any change. */
  useAll(): void
  /** @param moment when the statements were true, see `nextMoment` */
  write(statements: Iterable<Statement<T>>, moment: number): void
  clear(): void
  subscribe(listener: () => void): () => void
}

/**
 * Server data of one kind of entity, by id. Each field has the value of the latest statement, in whichever order the responses
 * arrive. Equal values stay the same objects, so that nothing renders again.
 * @param alsoUsed ids that the store itself refers to
 */
export function createTable<T extends object>(alsoUsed: () => readonly string[]): Table<T> {
  const rows = createMapStore<Row<T>>()
  tables.push({ rows, alsoUsed })
  return {
    get: (id) => rows.get(id)?.data,
    use: (id) => rows.use(id)?.data,
    useAll: rows.useAll,
    write(statements, moment) {
      const written = new Map<string, Row<T>>()
      for (const [id, fields] of statements) written.set(id, merged(written.get(id) ?? rows.get(id), fields, moment))
      rows.set(...written)
    },
    clear: rows.clear,
    subscribe: rows.subscribe,
  }
}

function merged<T extends object>(row: Row<T> | undefined, fields: Partial<T>, moment: number): Row<T> {
  const [data, moments] = [{ ...row?.data }, { ...row?.moments }] as [Row<T>['data'], Row<T>['moments']]
  for (const key of Object.keys(fields) as (keyof T)[]) {
    if ((moments[key] ?? moment) > moment) continue
    moments[key] = moment
    data[key] = fields[key]
  }
  return { data: replaceEqualDeep(row?.data, data), moments }
}
