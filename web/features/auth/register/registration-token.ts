import * as z from 'zod'
import { REGISTRATION_TTL_HOURS } from '#contract/limits.ts'
import { readOwn, writeOwn } from '../../../lib/member-items.ts'

const KEY = 'registrations'
const KEPT = 5

const Kept = z.array(z.object({ email: z.string(), token: z.string(), until: z.number() }))
type Kept = z.infer<typeof Kept>

/** Fallback if storage is blocked. */
let memory: Kept = []

function read(nowMs: number): Kept {
  const kept = Kept.safeParse(readOwn(KEY))
  return (kept.success ? kept.data : memory).filter(({ until }) => until > nowMs)
}

function write(kept: Kept): void {
  memory = writeOwn(KEY, kept) ? [] : kept
}

const isOf = (email: string) => (kept: { email: string }) => kept.email.toLowerCase() === email.toLowerCase()

/** Stores this browser's registration token for an address, so that the emailed code completes this registration. */
export function keepRegistrationToken(email: string, token: string, nowMs = Date.now()): void {
  const others = read(nowMs).filter((kept) => !isOf(email)(kept))
  write([{ email, token, until: nowMs + REGISTRATION_TTL_HOURS * 3_600_000 }, ...others].slice(0, KEPT))
}

export function registrationTokenOf(email: string, nowMs = Date.now()): string | undefined {
  return read(nowMs).find(isOf(email))?.token
}

export function forgetRegistrationToken(email: string, nowMs = Date.now()): void {
  write(read(nowMs).filter((kept) => !isOf(email)(kept)))
}
