import { ConfigError, readConfig } from '../config.ts'
import { closeDeps, openDeps } from '../open-deps.ts'
import { commands } from './commands.ts'

/** `npm run cli -- COMMAND …`: operators' commands. Ends with 0, or with 1 and one line. */
async function run(): Promise<number> {
  const [name = '', ...args] = process.argv.slice(2)
  const command = commands[name]
  if (!command) {
    const lines = Object.entries(commands).map(([key, { usage, what }]) => ({ call: `${key} ${usage}`.trim(), what }))
    const width = Math.max(...lines.map(({ call }) => call.length))
    console.log(`Commands:\n${lines.map(({ call, what }) => `  ${call.padEnd(width)}  ${what}`).join('\n')}`)
    return name === '' || name === 'help' ? 0 : 1
  }
  try {
    const opened = await openDeps(readConfig())
    try {
      return await command.run(opened, args)
    } finally {
      await closeDeps(opened)
    }
  } catch (error) {
    const message =
      error instanceof ConfigError ? error.message : String((error as Error).message ?? error).split('\n')[0]
    console.error(`memeroom ${name}: ${message}`)
    return 1
  }
}

process.exit(await run())
