import { open } from 'node:fs/promises'

/** Makes durable which names the folder holds: without it a power cut may take a new file's name away. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
