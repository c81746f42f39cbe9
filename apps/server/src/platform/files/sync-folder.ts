import { open } from 'node:fs/promises'

/**
 * Flushes the entries of a folder to disk; otherwise a power cut may lose the name of a new file.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
