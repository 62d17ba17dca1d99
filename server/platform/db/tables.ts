import type { AccountTables } from './tables/account-tables.ts'
import type { ActionTables } from './tables/action-tables.ts'
import type { ListTables } from './tables/list-tables.ts'
import type { MemeTables } from './tables/meme-tables.ts'
import type { OperationTables } from './tables/operation-tables.ts'

/** The database's tables as seen by queries; a test compares them with the real schema. */
export interface Tables extends AccountTables, ActionTables, ListTables, MemeTables, OperationTables {}
