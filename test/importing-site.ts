import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'
import type { TestApp } from './app.ts'
import { type BuiltMember, buildMember } from './factories.ts'
import { operate } from './operator.ts'
import { randomPicture } from './random-picture.ts'

/** For each test, an empty folder to import from, and a member who receives the memes. */
export function importingSite(app: () => TestApp) {
  let folder: string
  let member: BuiltMember
  let mark: string
  let marks = 0
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'memeroom-import-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    member = await buildMember(app())
    marks += 1
    mark = `import ${marks}`
  })
  return {
    folder: () => folder,
    member: () => member,
    /** A picture that no other test uploads. */
    picture: (name: string) => randomPicture(`${mark} ${name}`),
    async put(name: string, content: Buffer | string): Promise<void> {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, content)
    },
    run: (source: string, ...words: string[]) =>
      operate(app().deps, 'import', path.join(folder, source), '--as', member.user.username, ...words),
    memesOf: () =>
      app()
        .db.selectFrom('memes')
        .select(['name', 'description', 'tags', 'sensitive', 'created_at'])
        .where('user_id', '=', member.user.id)
        .orderBy('name')
        .execute(),
  }
}
