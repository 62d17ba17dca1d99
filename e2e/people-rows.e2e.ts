import { expect, test } from '#test/e2e-server.ts'
import { signUp } from '#test/sign-up.ts'
import { post, signInAs } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('in a narrow list of people a long username ends before the button', async ({ page, app }) => {
  const username = `goose.on.the.loose${Date.now().toString(36)}`
  const [reader] = [await signUp(app), await signUp(app, { username })]
  const token = reader.authentication.token
  await post(app, `/users/${username}/follow`, {}, token)
  const answer = await fetch(`${app.url}/api/users/me/preferences`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ contentLanguage: 'vi' }),
  })
  expect(answer.status).toBe(200)
  await signInAs(page, { ...reader, preferences: { ...reader.preferences, contentLanguage: 'vi' } })
  await page.goto('/account?tab=following')
  const row = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `@${username}` })
  const button = row.getByRole('button', { name: /^Đang theo dõi/ })
  await expect(button).toBeVisible()
  const [name, box] = [await row.getByText(`@${username}`).boundingBox(), await button.boundingBox()]
  if (!name || !box) throw new Error('a name and a button')
  expect(name.x + name.width).toBeLessThanOrEqual(box.x)
})
