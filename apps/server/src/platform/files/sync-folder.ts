import { open } from 'node:fs/promises'

/**
 * Flushes the entries of a folder to disk; otherwise a power cut may lose the name of a new file.
 */
export async function syncFolder(folder: string): Promise<void> {
  // There, a folder cannot be opened; the file system logs changes of names itself.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
