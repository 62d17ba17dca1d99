import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { keepNewFilesPrivate } from './ops/data-directory/private-files.ts'
import { endWithNpm } from './starter.mjs'

// The young half of the heap starts with 1 MB. Growing to its maximum at once saves many collections during startup.
setFlagsFromString('--semi-space-growth-factor=16')
keepNewFilesPrivate()
endWithNpm('start')
enableCompileCache()

const { serve } = await import('./serve.ts')
await serve()
