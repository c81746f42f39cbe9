import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Megabytes that the files of a folder take on the disk; a file with several names counts once. */
export async function folderMegabytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const seen = new Set<number>()
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const { ino, blocks } = await lstat(join(entry.parentPath, entry.name))
    if (!seen.has(ino)) bytes += blocks * 512
    seen.add(ino)
  }
  return bytes / 1024 / 1024
}
