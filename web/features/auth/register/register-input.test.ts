import { describe, expect, it } from 'vitest'
import { RegisterForm } from './register-input.ts'

const good = { email: 'Lan@Example.com', username: 'lan_1', password: 'secret1', confirmPassword: 'secret1' }
const problems = (input: object) =>
  RegisterForm.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

describe('the register form', () => {
  it('passes what the contract passes', () => {
    expect(RegisterForm.parse(good)).toEqual({ ...good, email: 'lan@example.com' })
  })

  it('wants both passwords to be equal', () => {
    expect(problems({ ...good, confirmPassword: 'secret2' })).toEqual(['confirmPassword passwordsMustMatch'])
  })

  it('names the missing repetition once', () => {
    expect(problems({ ...good, confirmPassword: '' })).toEqual(['confirmPassword requiredField'])
  })

  it('names unequal passwords together with the faults of other fields', () => {
    expect(problems({ ...good, email: 'nobody', confirmPassword: 'other12' })).toEqual([
      'email invalidEmail',
      'confirmPassword passwordsMustMatch',
    ])
  })
})
