// The only places where text becomes a script's address or markup. The content security policy forbids all others, except with
// a sign-in provider's script. Browsers without Trusted Types take plain text.
import { TRUSTED_TYPES_POLICIES } from '#contract/trusted-types.ts'

/** What browsers offer; TypeScript does not know it yet, nor that sinks take these objects. */
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Required<Rules>
}
interface Rules {
  createScriptURL?: (url: string) => string
  createHTML?: (html: string) => string | null
}

const factory = () => (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes

/** @throws TypeError if the address is not of this site */
function ownAddress(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`not a script of this site: ${url}`)
  return url
}

/** The address of the application's script, for the script that starts it, which is bundled apart and runs once. */
export function startScript(url: string): string {
  const policy = factory()?.createPolicy(TRUSTED_TYPES_POLICIES.start, { createScriptURL: ownAddress })
  return policy?.createScriptURL(url) ?? ownAddress(url)
}

let policy: Required<Rules> | undefined

/** A document may create a policy once. */
function applicationPolicy(): Required<Rules> | undefined {
  policy ??= factory()?.createPolicy(TRUSTED_TYPES_POLICIES.application, {
    createScriptURL: ownAddress,
    createHTML: (html) => html,
  })
  return policy
}

/** The address of an own script, as workers and service workers take it. */
export function ownScript(url: string): string {
  return applicationPolicy()?.createScriptURL(url) ?? ownAddress(url)
}

let mayEmpty = false

/** Lets a library empty an element by setting its markup to nothing; any other markup stays forbidden. */
export function allowEmptyMarkup(): void {
  if (mayEmpty) return
  mayEmpty = true
  factory()?.createPolicy(TRUSTED_TYPES_POLICIES.empty, { createHTML: (html) => (html === '' ? '' : null) })
}

/** Reads markup from elsewhere into a document that shows nothing and runs nothing. */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString(applicationPolicy()?.createHTML(html) ?? html, 'text/html')
}
