import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

type FolderSizeOptions = { readonly excludedFolder?: string }

/** Returns the disk usage of a folder and its contents in megabytes; a file with several names counts once. */
export async function folderMegabytes(
  folder: string,
  { excludedFolder }: FolderSizeOptions = {},
): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const inodes = new Set<number>()
  let bytes = 0
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (excludedFolder !== undefined && `${path}/`.startsWith(`${join(folder, excludedFolder)}/`))
      continue
    // The running product may have deleted the file in the meantime.
    const stats = await lstat(path).catch(() => undefined)
    if (!stats || inodes.has(stats.ino)) continue
    bytes += stats.blocks * 512
    inodes.add(stats.ino)
  }
  return bytes / 1024 / 1024
}
