import { makeNewFilesPrivate } from './ops/data-directory/private-files.ts'
import { endWithNpm } from './starter.mjs'
import { useCompiledCode } from './use-compiled-code.ts'

makeNewFilesPrivate()
endWithNpm('start')
useCompiledCode()

const { serve } = await import('./serve.ts')
await serve()
