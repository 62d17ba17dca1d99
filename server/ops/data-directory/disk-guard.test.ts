import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { diskGuard } from './disk-guard.ts'

test('checks the disk again after the system’s time was set back', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-guard-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const dataDir = path.join(folder, 'data')
  const requireSpace = diskGuard({ dataDir, freeDiskMinBytes: Number.MAX_SAFE_INTEGER })
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  // Without the folder, the free space is unknown.
  await requireSpace()
  await mkdir(dataDir)
  vi.setSystemTime(Date.now() - 86_400_000)
  vi.advanceTimersByTime(3000)
  await expect(requireSpace()).rejects.toMatchObject({ code: 'upload.diskFull' })
})
