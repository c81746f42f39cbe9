import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

type Without = { readonly without?: string }

/** Megabytes that a folder takes on the disk, with what is in it; a file with several names counts once. */
export async function folderMegabytes(
  folder: string,
  { without: excluded }: Without = {},
): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const inodes = new Set<number>()
  let bytes = 0
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (excluded !== undefined && `${path}/`.startsWith(`${join(folder, excluded)}/`)) continue
    // A product that runs may have taken it away since.
    const stats = await lstat(path).catch(() => undefined)
    if (!stats || inodes.has(stats.ino)) continue
    bytes += stats.blocks * 512
    inodes.add(stats.ino)
  }
  return bytes / 1024 / 1024
}
