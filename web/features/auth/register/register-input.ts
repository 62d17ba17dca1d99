import * as z from 'zod'
import { RegisterInput } from '#contract/auth.ts'

/** The register call's own rules, and the repeated password that stays on this side. */
export const RegisterForm = RegisterInput.pick({ email: true, username: true, password: true })
  .extend({ confirmPassword: z.string().min(1, 'requiredField') })
  .refine(({ password, confirmPassword }) => !confirmPassword || password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'passwordsMustMatch',
    // Beside the other fields' errors, not only once those are mended.
    when: () => true,
  })
export type RegisterForm = z.infer<typeof RegisterForm>
