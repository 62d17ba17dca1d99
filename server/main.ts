import { enableCompileCache } from 'node:module'
import { keepNewFilesPrivate } from './ops/data-directory/private-files.ts'
import { endWithNpm } from './starter.mjs'

keepNewFilesPrivate()
endWithNpm('start')
enableCompileCache()

const { serve } = await import('./serve.ts')
await serve()
