import { REGISTRATION_TTL_HOURS } from '#contract/limits.ts'
import { readMemberItem, writeMemberItem } from '../../../lib/member-items.ts'

const KEY = 'registrations'
const TOKENS_MAX = 5

interface Registration {
  email: string
  token: string
  until: number
}

function isRegistration(value: unknown): value is Registration {
  const { email, token, until } = (value ?? {}) as Record<string, unknown>
  return typeof email === 'string' && typeof token === 'string' && typeof until === 'number'
}

/** Fallback if storage is blocked. */
let memory: readonly Registration[] = []

function read(nowMs: number): Registration[] {
  const stored: unknown = readMemberItem(KEY)
  return (Array.isArray(stored) && stored.every(isRegistration) ? stored : memory).filter(({ until }) => until > nowMs)
}

function write(stored: readonly Registration[]): void {
  memory = writeMemberItem(KEY, stored) ? [] : stored
}

const isOf = (email: string) => (stored: { email: string }) => stored.email.toLowerCase() === email.toLowerCase()

/** Stores this browser's registration token for an address, so that the emailed code completes this registration. */
export function storeRegistrationToken(email: string, token: string, nowMs = Date.now()): void {
  const others = read(nowMs).filter((stored) => !isOf(email)(stored))
  write([{ email, token, until: nowMs + REGISTRATION_TTL_HOURS * 3_600_000 }, ...others].slice(0, TOKENS_MAX))
}

export function registrationTokenOf(email: string, nowMs = Date.now()): string | undefined {
  return read(nowMs).find(isOf(email))?.token
}

export function forgetRegistrationToken(email: string, nowMs = Date.now()): void {
  write(read(nowMs).filter((stored) => !isOf(email)(stored)))
}
