import { afterAll } from 'vitest'
import { createTestApp, type TestApp } from './app.ts'
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts'

/** The application of one test file, which stops after the file's tests. */
export async function appForFile(...options: Parameters<typeof createTestApp>): Promise<TestApp> {
  const app = await createTestApp(...options)
  afterAll(() => app.stop())
  return app
}

/** A temporary folder for the tests of one file. */
export async function folderForFile(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder()
  afterAll(() => folder.remove())
  return folder
}
