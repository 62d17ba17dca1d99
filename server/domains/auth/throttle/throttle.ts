import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/network-of.ts'
import type { GuessedPurpose } from '../rules.ts'
import { THROTTLE_WINDOW_SECONDS, THROTTLES, type ThrottleRule, throttleKey, throttleWaitSeconds } from './rules.ts'
import { blockFor, countAttempt, forgetThrottle, hasThrottle, putThrottle, uncountAttempt } from './throttle-queries.ts'

/** The account's email address (or id), and the client's network address. */
export interface LoginSource {
  account: string
  address: string
}

type ThrottleDeps = Pick<Deps, 'config' | 'db'>

function keysOf(secret: string, { account, address }: LoginSource) {
  const network = networkOf(address)
  return {
    accountFromNetwork: throttleKey(secret, 'account and network', account, network),
    network: throttleKey(secret, 'network', network),
    account: throttleKey(secret, 'account', account),
    known: throttleKey(secret, 'known place', account, network),
  }
}

/**
 * Call before checking a password: counts the attempt as failed until `endAttempt` undoes it. Throws auth.tooManyRequests with
 * the seconds to wait. Guesses from many networks slow down the account as a whole, except for networks its owner has signed in
 * from. From a new network, the owner can use an emailed code.
 */
export async function beginAttempt(deps: ThrottleDeps, source: LoginSource): Promise<void> {
  const keys = keysOf(deps.config.authSecret, source)
  const isKnown = await hasThrottle(deps.db, keys.known)
  const applied = [
    'accountFromNetwork' as const,
    ...(deps.config.rateLimits ? ['network' as const] : []),
    ...(isKnown ? [] : ['account' as const]),
  ]
  await withTransaction(deps.db, async (tx) => {
    for (const kind of applied) {
      const step = await countAttempt(tx, keys[kind], THROTTLE_WINDOW_SECONDS)
      if (step.blockedUntil) throw tooSoon(step.blockedUntil)
      const wait = throttleWaitSeconds(THROTTLES[kind], step.failures)
      if (wait > 0) await blockFor(tx, keys[kind], wait)
    }
  })
}

/** Call after a successful attempt: undoes the count and remembers this network for the account. */
export async function endAttempt(deps: Pick<Deps, 'config'>, tx: Tx, source: LoginSource): Promise<void> {
  const keys = keysOf(deps.config.authSecret, source)
  await forgetThrottle(tx, keys.accountFromNetwork)
  await uncountAttempt(tx, [keys.account, keys.network].sort())
  await putThrottle(tx, keys.known)
}

/** Remembers a network for an account after a proof other than the password. */
export async function trustSource(deps: Pick<Deps, 'config'>, tx: Tx, source: LoginSource): Promise<void> {
  const keys = keysOf(deps.config.authSecret, source)
  await forgetThrottle(tx, keys.accountFromNetwork)
  await putThrottle(tx, keys.known)
}

/** The target of guessed codes: an address, or a member's second factor. */
export interface GuessedCode {
  account: string
  purpose: GuessedPurpose
}

/**
 * Like `beginAttempt`, for codes: counts a guess until `endGuess` undoes it. Guesses from one network are part of the request
 * limits. Guesses at the codes of one address, or at one member's second factor, always count, across resends. Guesses from many
 * networks slow down only networks that the account's owner has not signed in from, and only codes.
 */
export async function beginGuess(deps: ThrottleDeps, address: string, guessed: GuessedCode): Promise<void> {
  const secret = deps.config.authSecret
  const counted: [string, ThrottleRule][] = []
  if (deps.config.rateLimits) counted.push([guessKey(secret, address), THROTTLES.codesFromNetwork])
  const keys = guessedKeys(secret, address, guessed)
  counted.push([keys.fromNetwork, THROTTLES.codesOfAddressFromNetwork])
  if (!(await hasThrottle(deps.db, keys.known))) counted.push([keys.inAll, THROTTLES.codesOfAddress])
  await withTransaction(deps.db, async (tx) => {
    for (const [key, rule] of counted) {
      const step = await countAttempt(tx, key, rule.windowSeconds ?? THROTTLE_WINDOW_SECONDS)
      if (step.blockedUntil) throw tooSoon(step.blockedUntil)
      const wait = throttleWaitSeconds(rule, step.failures)
      if (wait > 0) await blockFor(tx, key, wait)
    }
  })
}

export async function endGuess(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  address: string,
  guessed: GuessedCode,
): Promise<void> {
  const secret = deps.config.authSecret
  const keys = guessedKeys(secret, address, guessed)
  await uncountAttempt(tx, [guessKey(secret, address), keys.fromNetwork, keys.inAll].sort())
}

function guessedKeys(secret: string, address: string, { account, purpose }: GuessedCode) {
  return {
    fromNetwork: throttleKey(secret, 'codes of address from network', purpose, account, networkOf(address)),
    inAll: throttleKey(secret, 'codes of address', purpose, account),
    known: keysOf(secret, { account, address }).known,
  }
}

/** Keyed hash of a request's network, used to count codes and registrations. */
export const networkKey = (secret: string, address: string) => throttleKey(secret, 'client', networkOf(address))

const guessKey = (secret: string, address: string) => throttleKey(secret, 'codes', networkOf(address))

export function tooSoon(until: Date): AppError {
  return new AppError('auth.tooManyRequests', {
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)),
  })
}
