import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { keepNewFilesPrivate } from './private-files.ts'
import { endWithNpm } from './starter.mjs'

keepNewFilesPrivate()
endWithNpm('start')
enableCompileCache()
// Old garbage is collected once it is half as much as what is in use, instead of several times as much (decision 362).
setFlagsFromString('--heap-growing-percent=50')

const { serve } = await import('./serve.ts')
await serve()
