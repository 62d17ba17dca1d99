/** Loaded when a passkey is first used: its 270 modules would take a tenth of a second of every start. */
export const webAuthn = () => import('@simplewebauthn/server')
