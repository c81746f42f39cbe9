import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that wait for a service which asks how many there are before it takes the first. */
export type Spooled = {
  readonly size: number
  /** Reads the bytes from `from` up to, but not including, `to`. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>
  stream(): AsyncIterable<Uint8Array>
}

/**
 * Keeps bytes in a temporary file, readable by this process's account alone, while `use` runs. What the source throws
 * is thrown on, and `use` is not called then.
 */
export async function spooled<T>(
  bytes: AsyncIterable<Uint8Array>,
  use: (spool: Spooled) => Promise<T>,
): Promise<T> {
  const path = join(tmpdir(), `recto-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    let size = 0
    for await (const chunk of bytes) {
      await file.writeFile(chunk)
      size += chunk.length
    }
    return await use({
      size,
      async read(from, to) {
        const part = Buffer.allocUnsafeSlow(to - from)
        const { bytesRead } = await file.read(part, 0, part.length, from)
        if (bytesRead < part.length) throw new Error('The temporary file of an upload was cut.')
        return part
      },
      stream: () => createReadStream(path),
    })
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
