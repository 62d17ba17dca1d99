import { root } from '../bootstrap.mjs'
import { checkBoundaries } from './boundaries.mjs'

const violations = await checkBoundaries(root)
for (const violation of violations) console.error(violation)
process.exitCode = violations.length > 0 ? 1 : 0
