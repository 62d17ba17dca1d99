import { describe, expect, it } from 'vitest'
import { RegisterForm } from './register-rules.ts'

const good = { email: 'Lan@Example.com', username: 'lan_1', password: 'secret1', confirmPassword: 'secret1' }
const problems = (input: object) =>
  RegisterForm.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

describe('the register form', () => {
  it('accepts the input that the contract accepts', () => {
    expect(RegisterForm.parse(good)).toEqual({ ...good, email: 'lan@example.com' })
  })

  it('requires equal passwords', () => {
    expect(problems({ ...good, confirmPassword: 'secret2' })).toEqual(['confirmPassword passwordsMustMatch'])
  })

  it('names a missing repetition once', () => {
    expect(problems({ ...good, confirmPassword: '' })).toEqual(['confirmPassword requiredField'])
  })

  it('reports unequal passwords together with other errors', () => {
    expect(problems({ ...good, email: 'nobody', confirmPassword: 'other12' })).toEqual([
      'email invalidEmail',
      'confirmPassword passwordsMustMatch',
    ])
  })
})
