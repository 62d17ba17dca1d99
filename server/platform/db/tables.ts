import type { AccountTables } from './tables/account-tables.ts'
import type { ActionTables } from './tables/action-tables.ts'
import type { ListTables } from './tables/list-tables.ts'
import type { MemeTables } from './tables/meme-tables.ts'
import type { OperationTables } from './tables/operation-tables.ts'

/** The database as queries see it; a test compares it with the real one. */
export interface Tables extends AccountTables, ActionTables, ListTables, MemeTables, OperationTables {}
