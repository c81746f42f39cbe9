import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './sync-folder.ts'

export type FolderMaker = {
  /** Makes the folder and those above it, durably. */
  make(folder: string): Promise<void>
  /**
   * Resolves when all folders that are being made are durable. A file in one that somebody else has
   * just made is as durable as that folder.
   */
  settled(): Promise<void>
}

export function openFolderMaker(): FolderMaker {
  const underWay = new Set<Promise<void>>()
  return {
    async make(folder) {
      const making = makeDurably(folder)
      underWay.add(making)
      await making.finally(() => underWay.delete(making))
    },
    async settled() {
      await Promise.all(underWay)
    },
  }
}

async function makeDurably(folder: string): Promise<void> {
  const topmost = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!topmost) return
  // Each new folder is a name in the one above it.
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === topmost) return
  }
}
