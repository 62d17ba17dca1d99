import { CompiledQuery } from 'kysely'
import type { Tx } from '../db/db.ts'

/** Lets the job queue write within an open transaction. */
export function txExecutor(tx: Tx): {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
} {
  return {
    async executeSql(text, values = []) {
      const result = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values as unknown[]))
      return { rows: result.rows }
    },
  }
}
