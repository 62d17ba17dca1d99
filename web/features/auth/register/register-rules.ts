import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod'
import { RegisterInput } from '#contract/auth/auth.ts'

/** The register call's schema plus the password confirmation, which is not sent. */
export const RegisterForm = RegisterInput.pick({ email: true, username: true, password: true })
  .extend({ confirmPassword: z.string().min(1, 'requiredField') })
  .refine(({ password, confirmPassword }) => !confirmPassword || password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'passwordsMustMatch',
    // Runs together with the checks of the other fields.
    when: () => true,
  })
export type RegisterForm = z.infer<typeof RegisterForm>

export const checkRegistration = zodResolver(RegisterForm)
