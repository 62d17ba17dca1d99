import { expect, it } from 'vitest'
import { leaveScreen, showScreen } from '#test/web/screen.tsx'
import { api } from '../../lib/api.ts'
import { ErrorState } from '../../ui/states.tsx'
import { ServerErrorRoute } from './server-error.tsx'

const failure = { success: false, code: 'server.error', message: 'Later', requestId: '0190-request' }

it('names the failed request for the operator’s log', async () => {
  await showScreen(<p>before</p>, { replies: { 'GET /config': { status: 500, body: failure } } })
  const error = await api('GET /config').catch((thrown: unknown) => thrown)
  leaveScreen()
  await showScreen(<ServerErrorRoute />)
  expect(document.body.textContent).toContain('Error ID: 0190-request')
  leaveScreen()
  await showScreen(<ErrorState error={error} />)
  expect(document.body.textContent).toContain('Error ID: 0190-request')
})

it('shows the server’s message when it is unavailable, and does not blame the connection', async () => {
  const away = {
    success: false,
    code: 'server.unavailable',
    message: 'Please try again shortly.',
    requestId: '0190-away',
  }
  await showScreen(<p>before</p>, { replies: { 'GET /config': { status: 503, body: away } } })
  const error = await api('GET /config').catch((thrown: unknown) => thrown)
  leaveScreen()
  await showScreen(<ErrorState error={error} />)
  expect(document.body.textContent).toContain('Please try again shortly.')
  expect(document.body.textContent).not.toContain('Check your connection')
})
