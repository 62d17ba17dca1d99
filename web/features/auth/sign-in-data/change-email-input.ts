import * as z from 'zod'
import { ChangeEmailInput } from '#contract/auth/auth.ts'
import { Password } from '#contract/primitives.ts'

/** The call's schema. The password is required if the account has one. */
export const changeEmailForm = (hasPassword: boolean) =>
  ChangeEmailInput.pick({ email: true }).extend({ password: hasPassword ? Password : z.string() })
export type ChangeEmailForm = { email: string; password: string }
