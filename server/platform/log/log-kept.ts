import { fstatSync } from 'node:fs'

/**
 * Whether what this process prints is kept: its output is a file, or goes to the system's journal (which systemd says by
 * JOURNAL_STREAM, `device:inode` of the stream), or it is the first process of a container, whose engine keeps it. A terminal and
 * a pipe to another program keep nothing by themselves.
 */
// biome-ignore lint/style/noProcessEnv: systemd says it, no operator sets it.
export function isLogKept(descriptor = 1, journal = process.env.JOURNAL_STREAM, pid = process.pid): boolean {
  try {
    const output = fstatSync(descriptor)
    return pid === 1 || output.isFile() || journal === `${output.dev}:${output.ino}`
  } catch {
    return true
  }
}
