// The only places that turn text into script URLs or markup. The content security policy forbids all others, except for a sign-in
// provider's script. Browsers without Trusted Types use plain text.
import { TRUSTED_TYPES_POLICIES } from '#contract/trusted-types.ts'

/** The browser API. TypeScript does not declare it yet, nor that sinks accept these objects. */
interface TrustedTypes {
  createPolicy(name: string, rules: Rules): Required<Rules>
}
interface Rules {
  createScriptURL?: (url: string) => string
  createHTML?: (html: string) => string | null
}

const factory = () => (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes

/** @throws TypeError if the URL is not on this site */
function ownAddress(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`not a script of this site: ${url}`)
  return url
}

/** Returns the URL of the application's script. Only used by the start script, which is bundled separately and runs once. */
export function startScript(url: string): string {
  const policy = factory()?.createPolicy(TRUSTED_TYPES_POLICIES.start, { createScriptURL: ownAddress })
  return policy?.createScriptURL(url) ?? ownAddress(url)
}

let policy: Required<Rules> | undefined

/** A document can create each policy only once. */
function applicationPolicy(): Required<Rules> | undefined {
  policy ??= factory()?.createPolicy(TRUSTED_TYPES_POLICIES.application, {
    createScriptURL: ownAddress,
    createHTML: (html) => html,
  })
  return policy
}

/** Returns the URL of one of the site's scripts in the form that workers and service workers accept. */
export function ownScript(url: string): string {
  return applicationPolicy()?.createScriptURL(url) ?? ownAddress(url)
}

let mayEmpty = false

/** Lets a library empty an element by setting its markup to an empty string. Other markup stays forbidden. */
export function allowEmptyMarkup(): void {
  if (mayEmpty) return
  mayEmpty = true
  factory()?.createPolicy(TRUSTED_TYPES_POLICIES.empty, { createHTML: (html) => (html === '' ? '' : null) })
}

/** Parses external markup into an inert document, which renders nothing and runs no scripts. */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString(applicationPolicy()?.createHTML(html) ?? html, 'text/html')
}
