import { z } from 'zod'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk } from '../rest.ts'
import { type Spool, withSpool } from '../spool.ts'

type Place = {
  /** Sends the access token with each call. */
  readonly ask: typeof globalThis.fetch
  readonly fetch: typeof globalThis.fetch
  /** Address of the new file, with a colon at its end. */
  readonly address: string
}

const Session = z.object({ uploadUrl: z.url({ protocol: /^https$/ }) })

/** Larger files are uploaded in parts, whose size must be a multiple of 320 KiB. */
const maxBytesAtOnce = 4 * 1024 * 1024
const partBytes = 32 * 320 * 1024

/** Replaces an existing file. The new one appears once its last byte has arrived. */
export function uploadToGraph(
  { ask, fetch, address }: Place,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  return withSpool(bytes, async (spool) => {
    if (spool.size > maxBytesAtOnce) return inParts(spool)
    const answer = await ask(`${address}/content`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: await spool.read(0, spool.size),
      signal,
    })
    await (await assertOk(answer)).body?.cancel()
  })

  async function inParts({ size, read }: Spool): Promise<void> {
    const rule = { '@microsoft.graph.conflictBehavior': 'replace' }
    const sessionAnswer = await ask(`${address}/createUploadSession`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ item: rule }),
      signal,
    })
    const { uploadUrl } = await readJsonBody(await assertOk(sessionAnswer), Session)
    try {
      for (let from = 0; from < size; from += partBytes) {
        const to = Math.min(from + partBytes, size)
        // The address is signed, so no token is sent to it.
        const answer = await fetch(uploadUrl, {
          method: 'PUT',
          headers: { 'content-range': `bytes ${from}-${to - 1}/${size}` },
          body: await read(from, to),
          signal,
        })
        await (await assertOk(answer)).body?.cancel()
      }
    } catch (error) {
      // The session expires anyway, so a failure to delete it is ignored.
      await fetch(uploadUrl, { method: 'DELETE' }).catch(() => undefined)
      throw error
    }
  }
}
