import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_MS = 15_000
const POLL_MS = 50

/** The code in the newest mail to an address, as a person would read it; waits until one has come. */
export async function codeFor(dataDir: string, email: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox')
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(POLL_MS)) {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    for (const name of names.reverse()) {
      const mail = await readFile(path.join(outbox, name), 'utf8')
      if (!new RegExp(`^To: ${email.replaceAll('.', '\\.')}$`, 'm').test(mail)) continue
      const code = /^Subject: (?:=\?UTF-8\?Q\?)?(\d{6})/m.exec(mail)?.[1]
      if (code) return code
    }
  }
  throw new Error(`no code for ${email} in ${outbox}`)
}
