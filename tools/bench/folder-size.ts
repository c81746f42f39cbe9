import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

type Without = { readonly without?: string }

/** Megabytes that a folder takes on the disk, with what is in it; a file with several names counts once. */
export async function folderMegabytes(folder: string, { without }: Without = {}): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const seen = new Set<number>()
  let bytes = 0
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (without !== undefined && `${path}/`.startsWith(`${join(folder, without)}/`)) continue
    // A product that runs may have taken it away since.
    const found = await lstat(path).catch(() => undefined)
    if (!found || seen.has(found.ino)) continue
    bytes += found.blocks * 512
    seen.add(found.ino)
  }
  return bytes / 1024 / 1024
}
