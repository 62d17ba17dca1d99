import { USERNAME_HOLD_HOURS } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/db.ts'
import {
  deleteStaleUnverified,
  findUser,
  findUserByEmail,
  insertUser,
  isUsernameTaken,
  markVerified,
  type NewUser,
  touchActive,
  type UserRow,
} from './queries.ts'

/** Makes a user row; undefined when the username, one that looks like it, or the e-mail is somebody's already. */
export async function createUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  return insertUser(tx, user)
}

/** Lets go of accounts that never proved their address within the time a username is held. */
export async function freeStaleUnverified(tx: Tx, username: string, email: string): Promise<void> {
  await deleteStaleUnverified(tx, username, email, new Date(Date.now() - USERNAME_HOLD_HOURS * 3_600_000))
}

export async function findAccountByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return findUserByEmail(db, email)
}

/** Asked before an e-mail is looked at, so that the answer about the name tells nothing about the address. */
export async function isUsernameInUse(db: Db, username: string): Promise<boolean> {
  return isUsernameTaken(db, username)
}

export async function findAccount(db: Db, userId: string): Promise<UserRow | undefined> {
  return findUser(db, userId)
}

export async function verifyUserEmail(tx: Tx, userId: string, at: Date): Promise<void> {
  await markVerified(tx, userId, at)
}

/** By username, or by id. */
export async function findAccountByName(db: Db, idOrName: string): Promise<UserRow | undefined> {
  return findUser(db, idOrName)
}

/** Notes that a member was here, for the retention rules. */
export async function noteActive(tx: Tx, userId: string): Promise<void> {
  await touchActive(tx, userId)
}
