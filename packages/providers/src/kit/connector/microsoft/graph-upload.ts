import { z } from 'zod'
import { readJson } from '../read-json.ts'
import { assertOk } from '../rest.ts'
import { type Spooled, spooled } from '../spool.ts'

type Place = {
  /** Proves each call by a token. */
  readonly ask: typeof globalThis.fetch
  readonly fetch: typeof globalThis.fetch
  /** Address of the new file, with a colon at its end. */
  readonly address: string
}

const Session = z.object({ uploadUrl: z.url({ protocol: /^https$/ }) })

/** More than that goes in parts, whose size is a multiple of 320 KiB. */
const mostAtOnce = 4 * 1024 * 1024
const partBytes = 32 * 320 * 1024

/** Replaces what is there; the file is there when its last byte is. */
export function uploadToGraph(
  { ask, fetch, address }: Place,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  return spooled(bytes, async (spool) => {
    if (spool.size > mostAtOnce) return inParts(spool)
    const answer = await ask(`${address}/content`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: await spool.read(0, spool.size),
      signal,
    })
    await (await assertOk(answer)).body?.cancel()
  })

  async function inParts({ size, read }: Spooled): Promise<void> {
    const rule = { '@microsoft.graph.conflictBehavior': 'replace' }
    const begun = await ask(`${address}/createUploadSession`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ item: rule }),
      signal,
    })
    const { uploadUrl } = await readJson(await assertOk(begun), Session)
    try {
      for (let from = 0; from < size; from += partBytes) {
        const to = Math.min(from + partBytes, size)
        // That address proves itself: no token goes there.
        const answer = await fetch(uploadUrl, {
          method: 'PUT',
          headers: { 'content-range': `bytes ${from}-${to - 1}/${size}` },
          body: await read(from, to),
          signal,
        })
        await (await assertOk(answer)).body?.cancel()
      }
    } catch (error) {
      // The service forgets it by itself; it need not wait.
      await fetch(uploadUrl, { method: 'DELETE' }).catch(() => undefined)
      throw error
    }
  }
}
