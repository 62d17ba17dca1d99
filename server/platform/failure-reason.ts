import { lineOf } from './unavailable.ts'

/** OpenSSL's and Node.js's codes of certificates that do not verify. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|^ERR_TLS|^ERR_SSL/
const CAUSES_MAX = 5

/** Returns an error and its causes, the outermost first. */
export function* causesOf(error: unknown): Generator<{ code?: unknown; message?: unknown }> {
  let current = error
  for (let depth = 0; depth < CAUSES_MAX && typeof current === 'object' && current !== null; depth += 1) {
    yield current
    current = (current as { cause?: unknown }).cause
  }
}

/** Returns why a request to another server failed, in one line for the operator: `fetch` itself only reports that it failed. */
export function reasonOf(error: unknown): string {
  const causes = [...causesOf(error)]
  const bad = causes.find(({ code }) => CERTIFICATE.test(String(code ?? '')))
  if (bad)
    return `its certificate is not valid (${String(bad.code)}): renew it, or name its authority's file in NODE_EXTRA_CA_CERTS`
  // Libraries also attach plain objects as causes, such as the parameters of a response.
  return lineOf(
    causes.findLast(({ code, message }) => code !== undefined || (typeof message === 'string' && message !== '')) ??
      error,
  )
}
