import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

async function post(url: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

/** A session as the browser keeps it. */
export interface Session {
  token: string
  user: Record<string, unknown>
}

/** As `signUpMember`; answers the token. */
export async function signUp(app: { url: string; dataDir: string }): Promise<string> {
  return (await signUpMember(app)).token
}

/** Registers, reads the code from the outbox, verifies and logs in, as a person would. */
export async function signUpMember(app: { url: string; dataDir: string }): Promise<Session> {
  const name = `bench${Date.now().toString(36)}`
  const person = { email: `${name}@example.com`, username: name, password: 'bench password' }
  await post(`${app.url}/api/auth/register`, person)
  const code = await codeFor(app.dataDir, person.email)
  await post(`${app.url}/api/auth/verify-email`, { email: person.email, code })
  const { data } = (await post(`${app.url}/api/auth/login`, person)) as {
    data: Record<string, unknown> & { authentication: { token: string } }
  }
  const { authentication, ...user } = data
  return { token: authentication.token, user }
}

async function codeFor(dataDir: string, email: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox')
  for (let waited = 0; waited < 200; waited += 1) {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!name.endsWith('.eml')) continue
      const mail = await readFile(path.join(outbox, name), 'utf8')
      const code = mail.includes(email) ? /^Subject: .*?(\d{6})/m.exec(mail)?.[1] : undefined
      if (code) return code
    }
    await sleep(50)
  }
  throw new Error(`no code for ${email} in ${outbox}`)
}
