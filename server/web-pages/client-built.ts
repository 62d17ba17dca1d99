/**
 * Resolves when there is a web client to serve. `npm start` begins a server while it still builds the client, and tells it over their
 * channel; rejects if it ends before.
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
  // It is waited for later.
  built.catch(() => {})
  return built
}
