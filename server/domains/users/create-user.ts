import type { Db, Tx } from '#server/db/db.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  isUsernameTaken,
  lockUser,
  type NewUser,
  touchActive,
  type UserRow,
} from './queries.ts'

/** Creates a user row; undefined if the username, a lookalike, or the email address is taken. */
export async function createUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  return insertUser(tx, user)
}

export async function findAccountByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return findUserByEmail(db, email)
}

/** Whether a member has this username or one that looks like it; `exceptUserId` may change theirs to it. */
export async function isUsernameInUse(db: Db, username: string, exceptUserId?: string): Promise<boolean> {
  return isUsernameTaken(db, username, exceptUserId)
}

export async function findAccount(db: Db, userId: string): Promise<UserRow | undefined> {
  return findUser(db, userId)
}

/** Like `findAccount`, but locked until the transaction ends. */
export async function lockAccount(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return lockUser(tx, userId)
}

/** By username, or by id. */
export async function findAccountByName(db: Db, idOrName: string): Promise<UserRow | undefined> {
  return findUser(db, idOrName)
}

/** Records a member's visit, for retention. */
export async function noteActive(tx: Tx, userId: string): Promise<void> {
  await touchActive(tx, userId)
}
