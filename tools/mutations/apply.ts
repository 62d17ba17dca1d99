import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/bootstrap.mjs'
import type { Mutation } from './mutation.ts'

/** Returns the file before and after a mutation. Throws if the text to replace is not there exactly once. */
export function mutated({ file, search, replace }: Mutation): { path: string; before: string; after: string } {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const parts = before.split(search)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${search}`)
  return { path, before, after: parts.join(replace) }
}
