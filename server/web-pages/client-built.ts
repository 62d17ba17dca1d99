/**
 * Resolves once there is a web client to serve. `npm start` starts a server while still building the client, and notifies it
 * over their IPC channel. Rejects if `npm start` ends first.
 */
export function clientBuilt(): Promise<void> {
  if (!process.argv.includes('--client-comes')) return Promise.resolve()
  const built = new Promise<void>((resolve, reject) => {
    process.once('message', () => {
      resolve()
      process.disconnect?.()
    })
    const fail = () => reject(new Error('the web client was not built'))
    process.once('disconnect', fail)
    if (!process.connected) fail()
  })
  // Avoids an unhandled rejection: the caller awaits the promise later.
  built.catch(() => {})
  return built
}
