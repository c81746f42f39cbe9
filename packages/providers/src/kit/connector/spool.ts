import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes in a temporary file, for services that need the total size before the first byte. */
export type Spool = {
  readonly size: number
  /** Reads the bytes from `from` up to, but not including, `to`. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>
  stream(): AsyncIterable<Uint8Array>
}

/**
 * Keeps bytes in a temporary file that only this process's account can read, while `use` runs. If the
 * source throws, its error is rethrown and `use` is not called.
 */
export async function withSpool<T>(
  bytes: AsyncIterable<Uint8Array>,
  use: (spool: Spool) => Promise<T>,
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
        if (bytesRead < part.length)
          throw new Error('The temporary file of the upload is incomplete.')
        return part
      },
      stream: () => createReadStream(path),
    })
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
