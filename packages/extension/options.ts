import { requestToken } from './connect.ts'
import { accessTo, type ConnectionState, disconnect, readConnection, saveConnection, siteOf } from './connection.ts'
import { RefusedError, usernameOf } from './site-api.ts'
import { byId, fillTexts, text } from './texts.ts'

const siteField = byId<HTMLInputElement>('site')
const tokenField = byId<HTMLInputElement>('token')
const connectButton = byId<HTMLButtonElement>('connect')
const status = byId('status')

fillTexts()
byId('disconnect').addEventListener('click', () => void leave())
byId('tokens').addEventListener('click', () => void openTokens())
byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const site = siteOf(siteField.value)
  if (!site) {
    status.textContent = text('badAddress')
    siteField.focus()
    return
  }
  // Browsers request permissions only directly in the handler of a click.
  void connect(site, chrome.permissions.request(accessTo(site)), tokenField.value.trim())
})
show(await readConnection())

async function connect(site: string, isGranted: Promise<boolean>, pasted: string): Promise<void> {
  connectButton.disabled = true
  status.textContent = text('waiting')
  try {
    if (!(await isGranted)) {
      status.textContent = text('needsAccess')
      return
    }
    const token = pasted || (await requestToken(site))
    if (!token) {
      status.textContent = text('notConnected')
      return
    }
    const connection = { site, token, username: await usernameOf({ site, token }) }
    await saveConnection(connection)
    tokenField.value = ''
    status.textContent = ''
    show(connection)
  } catch (error) {
    status.textContent = text(error instanceof RefusedError ? 'refused' : 'unreachable')
  } finally {
    connectButton.disabled = false
  }
}

async function leave(): Promise<void> {
  const connection = await readConnection()
  if (connection) await disconnect(connection)
  show(null)
}

async function openTokens(): Promise<void> {
  const connection = await readConnection()
  if (connection) await chrome.tabs.create({ url: `${connection.site}/account?tab=password` })
}

function show(connection: ConnectionState | null): void {
  byId('connected').hidden = connection === null
  byId('form').hidden = connection !== null
  if (!connection) return
  siteField.value = connection.site
  byId('account').textContent = text('account', connection.username, new URL(connection.site).host)
}
