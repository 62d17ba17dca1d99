import { test } from '#test/e2e-server.ts'
import { decideAtOnce, workThroughReports } from './moderators.ts'

test.use({ serverEnv: { RATE_LIMITS: 'off', OCR: 'off' }, onPostgres: true })

test('a moderator works through 200 reports with the keyboard alone, and undoes a decision', async ({ page, app }) => {
  test.setTimeout(240_000)
  await workThroughReports(page, app)
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 409/] })

  test('of two moderators who decide about one meme at once, the second is told', async ({ page, app, browser }) => {
    await decideAtOnce(page, app, browser)
  })
})
