import * as z from 'zod'
import { defineCall } from '../call.ts'
import { Account } from '../people/users.ts'
import { Code, Email, IsoDate, MessageAnswer, okData, optional, Password, text, Username } from '../primitives.ts'
import { EndTokens } from './tokens.ts'

export const LoginInput = z.object({ email: Email, password: Password })
export type LoginInput = z.infer<typeof LoginInput>
/** Version of the terms shown on the screen. Stored with the time if this call creates an account. */
export const acceptedTermsVersion = optional(text().max(40))
/** Invite code, required if the site is invite-only. */
export const invite = optional(text().max(64))
export const RegisterInput = z.object({
  email: Email,
  username: Username,
  password: Password,
  acceptedTermsVersion,
  invite,
})
export type RegisterInput = z.infer<typeof RegisterInput>
export const EmailInput = z.object({ email: Email })
export const EmailCodeInput = z.object({ email: Email, code: Code })
const token = optional(text().max(600))
/** `registrationToken` identifies this browser's registration when several are pending for one address. */
export const SendVerificationInput = EmailInput.extend({ registrationToken: token })
export const VerifyEmailInput = EmailCodeInput.extend({ registrationToken: token })
/** Accepts the code, or the token that a correct code returned. */
export const ResetPasswordInput = z
  .object({ email: Email, code: optional(Code), newPassword: Password, resetToken: token, acceptedTermsVersion })
  .refine(({ code, resetToken }) => code !== undefined || resetToken !== undefined, {
    path: ['code'],
    error: 'requiredField',
  })
/** Proof of identity for a session without fresh proof: the password or an emailed code. */
export const ConfirmInput = z.object({ password: optional(Password), code: optional(Code) })
export const ChangeEmailInput = ConfirmInput.extend({ email: Email })
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>
export const CodeInput = z.object({ code: Code })
export const UsernameInput = z.object({ username: Username })
export type UsernameInput = z.infer<typeof UsernameInput>
export const ChangePasswordInput = z.object({ currentPassword: Password, newPassword: Password, endTokens: EndTokens })
export const SignedIn = okData(Account.extend({ authentication: z.object({ token: z.string(), expiresAt: IsoDate }) }))
export type SignedIn = z.infer<typeof SignedIn>
export const CodeSent = MessageAnswer.extend({ expiresAt: IsoDate, canResendAt: IsoDate })
export type CodeSent = z.infer<typeof CodeSent>

export const CODE_FAILURES = [
  'auth.codeInvalid',
  'auth.codeExpired',
  'auth.tooManyAttempts',
  'auth.tooManyRequests',
] as const
/** Failures of calls that may create an account. */
export const ADMISSION_FAILURES = [
  'auth.registrationClosed',
  'auth.networkBanned',
  'auth.mailDomainNotAllowed',
  'auth.inviteRequired',
  'auth.inviteInvalid',
] as const
const tag = 'auth'
const anyone = { tag, auth: 'public' } as const
const member = { tag, auth: 'member' } as const
/** The parts that all calls to sign in share. */
export const signIn = { tag, auth: 'public', strangers: 'always', response: SignedIn } as const

export const login = defineCall('POST /auth/login', {
  ...signIn,
  summary: 'Log in with email address and password',
  body: LoginInput,
  failures: [
    'auth.invalidCredentials',
    'auth.verificationRequired',
    'auth.secondFactorRequired',
    'auth.accountDeleted',
    'auth.accountSuspended',
    'auth.tooManyRequests',
  ],
})
export const register = defineCall('POST /auth/register', {
  ...anyone,
  strangers: 'always',
  status: 201,
  summary: 'Register an account; a six-digit code sent to the address then activates it',
  body: RegisterInput,
  failures: ['auth.usernameTaken', 'auth.tooManyRequests', ...ADMISSION_FAILURES],
  response: CodeSent.extend({
    email: z.string(),
    requiresVerification: z.literal(true),
    registrationToken: z.string(),
  }),
})

export const sendVerificationCode = defineCall('POST /auth/send-verification-code', {
  ...anyone,
  strangers: 'always',
  summary: 'Send a new verification code',
  body: SendVerificationInput,
  failures: ['auth.tooManyRequests'],
  response: CodeSent,
})

export const verifyEmail = defineCall('POST /auth/verify-email', {
  ...anyone,
  strangers: 'always',
  summary:
    'Verify an email address with its code; creates the account, and signs in if the registration token is given',
  body: VerifyEmailInput,
  failures: [...CODE_FAILURES, 'auth.inviteInvalid'],
  response: MessageAnswer.extend({
    verifiedAt: IsoDate,
    username: z.string(),
    requiresPassword: z.literal(true).optional(),
    resetToken: z.string().optional(),
    data: SignedIn.shape.data.optional().meta({ description: 'The session; only with the registration token' }),
  }),
})

export const forgotPassword = defineCall('POST /auth/forgot-password', {
  ...anyone,
  strangers: 'always',
  summary: 'Send a code for resetting the password',
  body: EmailInput,
  failures: ['auth.tooManyRequests'],
  response: CodeSent,
})

export const verifyResetCode = defineCall('POST /auth/verify-reset-code', {
  ...anyone,
  strangers: 'always',
  summary: 'Check a reset code',
  body: EmailCodeInput,
  failures: CODE_FAILURES,
  response: MessageAnswer.extend({ verified: z.boolean(), resetToken: z.string() }),
})

export const resetPassword = defineCall('POST /auth/reset-password', {
  ...anyone,
  strangers: 'always',
  summary: 'Set a new password with a verified code',
  body: ResetPasswordInput,
  failures: [...CODE_FAILURES, 'auth.resetTokenInvalid'],
  response: MessageAnswer,
})

export const confirm = defineCall('POST /auth/confirm', {
  ...member,
  suspendedAllowed: true,
  summary:
    'Confirm your identity with the password, or with a mailed code if the account has none; without either, a code is mailed',
  body: ConfirmInput,
  failures: [...CODE_FAILURES, 'auth.confirmFirst', 'auth.wrongPassword', 'auth.passwordNotSet'],
  response: MessageAnswer.extend({ confirmedUntil: IsoDate }),
})

export const changePassword = defineCall('POST /users/me/change-password', {
  ...member,
  summary: 'Change the password; ends all other sessions',
  body: ChangePasswordInput,
  failures: ['auth.wrongPassword', 'auth.passwordNotSet', 'auth.tooManyRequests'],
  response: MessageAnswer,
})

export const changeEmail = defineCall('POST /users/me/change-email', {
  ...member,
  summary: 'Send a code to a new email address',
  body: ChangeEmailInput,
  failures: [
    ...CODE_FAILURES,
    'auth.confirmFirst',
    'auth.wrongPassword',
    'auth.passwordNotSet',
    'auth.emailUnchanged',
    'auth.mailDomainNotAllowed',
  ],
  response: CodeSent.extend({ email: z.string() }),
})

export const verifyEmailChange = defineCall('POST /users/me/verify-email-change', {
  ...member,
  summary: 'Change the email address with the code sent to it',
  body: CodeInput,
  failures: CODE_FAILURES,
  response: MessageAnswer.extend({ email: z.string(), verifiedAt: IsoDate }),
})

export const changeUsername = defineCall('POST /users/me/change-username', {
  ...member,
  summary: 'Change the username',
  body: UsernameInput,
  failures: ['auth.usernameTaken', 'auth.usernameChangedTooOften'],
  response: MessageAnswer.extend({ username: z.string() }),
})

export const logout = defineCall('POST /auth/logout', {
  ...member,
  suspendedAllowed: true,
  summary: 'Log out: ends this session',
  response: MessageAnswer.extend({
    logoutUrl: z
      .string()
      .optional()
      .meta({ description: 'Address that ends the session at the provider where it began' }),
  }),
})
