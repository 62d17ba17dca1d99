import * as z from 'zod'
import { ChangePasswordInput } from '#contract/auth/auth.ts'

const repeated = { confirmPassword: z.string().min(1, 'requiredField') }
const mustMatch = {
  path: ['confirmPassword'],
  error: 'passwordsMustMatch',
  // Runs together with the checks of the other fields.
  when: () => true,
}
const matches = ({ newPassword, confirmPassword }: { newPassword: string; confirmPassword: string }) =>
  !confirmPassword || newPassword === confirmPassword

/** The call's schema plus the password confirmation, which is not sent. */
export const NewPasswordForm = ChangePasswordInput.pick({ newPassword: true })
  .extend(repeated)
  .refine(matches, mustMatch)
export type NewPasswordForm = z.infer<typeof NewPasswordForm>
export const ChangePasswordForm = ChangePasswordInput.extend({ ...repeated, endTokens: z.boolean() }).refine(
  matches,
  mustMatch,
)
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>
