import { loadScript } from './load-script.ts'

/** The parts of the Facebook SDK used here. */
interface FacebookScript {
  init(options: { appId: string; version: string; cookie: boolean; xfbml: boolean }): void
  login(
    callback: (answer: { authResponse?: { accessToken?: string } | null }) => void,
    options: { scope: string },
  ): void
}

const SCRIPT = 'https://connect.facebook.net/en_US/sdk.js'
const VERSION = 'v23.0'
let startedFor: string | undefined

export async function loadFacebook(appId: string): Promise<FacebookScript> {
  await loadScript(SCRIPT)
  const { FB } = globalThis as { FB?: FacebookScript }
  if (!FB) throw new Error('the script of Facebook did not start')
  if (startedFor !== appId) FB.init({ appId, version: VERSION, cookie: false, xfbml: false })
  startedFor = appId
  return FB
}

/** Opens Facebook's popup; null if the user closed it. */
export async function requestFacebookToken(appId: string): Promise<string | null> {
  const facebook = await loadFacebook(appId)
  return new Promise((resolve) => {
    facebook.login(({ authResponse }) => resolve(authResponse?.accessToken ?? null), { scope: 'public_profile,email' })
  })
}
