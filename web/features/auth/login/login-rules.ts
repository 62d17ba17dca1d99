import { zodResolver } from '@hookform/resolvers/zod'
import { LoginInput } from '#contract/auth/auth.ts'

export const checkLogin = zodResolver(LoginInput)
