import { enableCompileCache } from 'node:module'
import { keepNewFilesPrivate } from './private-files.ts'

keepNewFilesPrivate()
enableCompileCache()

const { serve } = await import('./serve.ts')
await serve()
