import { inParts } from '../bytes.ts'
import { assertOk } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'

type GoogleUpload = {
  readonly fetch: typeof globalThis.fetch
  /** Address that starts a resumable upload. */
  readonly address: string
  readonly method?: 'POST' | 'PATCH'
  readonly metadata: object
}

/** Uploads bytes of unknown length. The file appears once its last part has arrived. */
export async function uploadToGoogle(
  { fetch, address, method = 'POST', metadata }: GoogleUpload,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  let session: string | undefined
  try {
    for await (const { bytes: part, from, isLast } of inParts(bytes)) {
      session ??= await begin()
      await send(session, part, from, isLast)
    }
  } catch (error) {
    // The session expires within a week, so a failure to delete it is ignored.
    if (session !== undefined) await fetch(session, { method: 'DELETE' }).catch(() => undefined)
    throw error
  }

  async function begin(): Promise<string> {
    const answer = await assertOk(
      await fetch(address, {
        method,
        headers: { 'content-type': 'application/json; charset=UTF-8' },
        body: JSON.stringify(metadata),
        signal,
      }),
    )
    await answer.body?.cancel()
    const location = answer.headers.get('location')
    // The token must not be sent to another host.
    if (location !== null && URL.parse(location)?.origin === new URL(address).origin) {
      return location
    }
    throw new ServiceFailure('reply-unreadable', 'The server did not provide an upload address.')
  }

  async function send(to: string, part: Uint8Array, from: number, isLast: boolean) {
    const end = from + part.length
    const range = part.length === 0 ? '*' : `${from}-${end - 1}`
    const answer = await fetch(to, {
      method: 'PUT',
      headers: { 'content-range': `bytes ${range}/${isLast ? end : '*'}` },
      body: part as Uint8Array<ArrayBuffer>,
      signal,
    })
    // Status 308, “Resume Incomplete”, confirms a part.
    if (!isLast && answer.status === 308) {
      await answer.body?.cancel()
      const savedRange = answer.headers.get('range')
      if (savedRange === `bytes=0-${end - 1}`) return
      throw new ServiceFailure('unavailable', 'The server did not store everything that was sent.')
    }
    await (await assertOk(answer)).body?.cancel()
  }
}
