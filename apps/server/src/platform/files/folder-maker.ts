import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './sync-folder.ts'

export type FolderMaker = {
  /** Creates the folder and its parents durably. */
  create(folder: string): Promise<void>
  /**
   * Resolves when all folders being created are durable. A file is only as durable as its folder,
   * which another write may just be creating.
   */
  waitUntilDurable(): Promise<void>
}

export function createFolderMaker(): FolderMaker {
  const inProgress = new Set<Promise<void>>()
  return {
    async create(folder) {
      const creation = createDurably(folder)
      inProgress.add(creation)
      await creation.finally(() => inProgress.delete(creation))
    },
    async waitUntilDurable() {
      await Promise.all(inProgress)
    },
  }
}

async function createDurably(folder: string): Promise<void> {
  const topmost = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!topmost) return
  // Each new folder is an entry of its parent.
  for (let createdFolder = folder; ; createdFolder = dirname(createdFolder)) {
    await syncFolder(dirname(createdFolder))
    if (createdFolder === topmost) return
  }
}
