import { test } from '#test/e2e-server.ts'
import { testModeratorsWork } from './moderators.ts'

test.use({ serverEnv: { RATE_LIMITS: 'off', OCR: 'off' }, onPostgres: true })

testModeratorsWork()
