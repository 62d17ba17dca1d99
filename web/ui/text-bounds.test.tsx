import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lengthOf } from '#contract/bounded.ts'
import { SEARCH_QUERY_MAX_CHARS } from '#contract/limits.ts'
import { field, showScreen } from '#test/web/screen.tsx'
import { queryOf } from '../lib/query-text.ts'
import { TextField } from './text-field.tsx'

describe('texts of letters with two code units', () => {
  it('no field uses maxLength, because it counts code units', () => {
    const screens = globSync('web/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))
    expect(screens.length).toBeGreaterThan(200)
    expect(screens.filter((file) => /\bmaxLength=/.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('are counted like on the server', async () => {
    await showScreen(<TextField label="Name" maxChars={60} value={'𝓜'.repeat(60)} onChange={() => {}} />)
    expect([field('Name').maxLength, document.body.textContent]).toEqual([-1, expect.stringContaining('60/60')])
  })

  it('are cut to the limit at a whole character for a search', () => {
    const query = queryOf(` ${'𝓜'.repeat(SEARCH_QUERY_MAX_CHARS)} and more`)
    expect([lengthOf(query), query.isWellFormed()]).toEqual([SEARCH_QUERY_MAX_CHARS, true])
    expect(queryOf(`${'x'.repeat(SEARCH_QUERY_MAX_CHARS - 1)} y`)).toBe('x'.repeat(SEARCH_QUERY_MAX_CHARS - 1))
  })
})
