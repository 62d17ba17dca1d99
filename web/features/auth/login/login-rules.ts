import { zodResolver } from '@hookform/resolvers/zod'
import { LoginInput } from '#contract/auth.ts'

export const checkLogin = zodResolver(LoginInput)
