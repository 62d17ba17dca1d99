/** Imports the library on first use: its 270 modules would add a tenth of a second to each start. */
export const webAuthn = () => import('@simplewebauthn/server')
