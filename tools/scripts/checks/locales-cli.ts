import path from 'node:path'
import { checkLocales } from './locales.ts'

const { problems, notes } = checkLocales(path.join(import.meta.dirname, '../../..'))
for (const problem of problems) console.log(problem)
if (problems.length === 0) for (const note of notes) console.log(note)
if (problems.length > 0) process.exitCode = 1
