import { endWithNpm } from '../../starter.mjs'
import { useCompiledCode } from '../../use-compiled-code.ts'
import { makeNewFilesPrivate } from '../data-directory/private-files.ts'

makeNewFilesPrivate()
endWithNpm('cli')
useCompiledCode()

const { run } = await import('./run.ts')
process.exit(await run(process.argv.slice(2)))
