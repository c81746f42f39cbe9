import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { pause } from '../../external-call.ts'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk } from '../rest.ts'
import { ServiceFailure } from '../service-failure.ts'
import { type Spool, withSpool } from '../spool.ts'

type Place = {
  /** Sends the access token with each call. */
  readonly ask: typeof globalThis.fetch
  /** A slash and the id of the file to replace; empty for a new file. */
  readonly path: string
  readonly attributes: { readonly name: string; readonly parent?: { readonly id: string } }
}

const Session = z.object({
  id: z.string().min(1),
  part_size: z.number().int().min(1).max(100_000_000),
})
const Part = z.object({ part: z.unknown() })

const upload = 'https://upload.box.com/api/2.0/files'
/** Larger files are uploaded in parts. Box refuses parts for smaller files. */
const maxBytesAtOnce = 20_000_000

/** Uploads a file or a new version, which appears once its last byte has arrived. */
export function uploadToBox(
  place: Place,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  return withSpool(bytes, (spool) =>
    spool.size > maxBytesAtOnce ? inParts(place, spool, signal) : atOnce(place, spool, signal),
  )
}

async function atOnce({ ask, path, attributes }: Place, spool: Spool, signal: AbortSignal) {
  const boundary = randomUUID()
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
  const body = Buffer.concat([
    Buffer.from(`${part('attributes')}\r\n\r\n${JSON.stringify(attributes)}\r\n`),
    Buffer.from(`${part('file')}; filename="file"\r\n\r\n`),
    await spool.read(0, spool.size),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await ask(`${upload}${path}/content`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body,
    signal,
  })
  await (await assertOk(answer)).body?.cancel()
}

async function inParts({ ask, path, attributes }: Place, spool: Spool, signal: AbortSignal) {
  const { size } = spool
  const { name, parent } = attributes
  const json = { 'content-type': 'application/json' }
  const uploadRequest = {
    file_size: size,
    ...(path ? { file_name: name } : { file_name: name, folder_id: parent?.id }),
  }
  const sessionAnswer = await ask(`${upload}${path}/upload_sessions`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(uploadRequest),
    signal,
  })
  const session = await readJsonBody(await assertOk(sessionAnswer), Session)
  const address = `${upload}/upload_sessions/${encodeURIComponent(session.id)}`
  const whole = createHash('sha1')
  const parts: unknown[] = []
  try {
    for (let from = 0; from < size; from += session.part_size) {
      const to = Math.min(from + session.part_size, size)
      const body = await spool.read(from, to)
      whole.update(body)
      const digest = createHash('sha1').update(body).digest('base64')
      const headers = {
        'content-type': 'application/octet-stream',
        'content-range': `bytes ${from}-${to - 1}/${size}`,
        digest: `sha=${digest}`,
      }
      const answer = await ask(address, { method: 'PUT', headers, body, signal })
      parts.push((await readJsonBody(await assertOk(answer), Part)).part)
    }
    const headers = { ...json, digest: `sha=${whole.digest('base64')}` }
    const body = JSON.stringify({ parts })
    await commit(() => ask(`${address}/commit`, { method: 'POST', headers, body, signal }), signal)
  } catch (error) {
    // The session expires within a week, so a failure to delete it is ignored.
    await ask(address, { method: 'DELETE' }).catch(() => undefined)
    throw error
  }
}

const maxCommits = 10
const maxPauseSeconds = 30

/** Commits an upload. Status 202 means that Box is still joining the parts, so the call is repeated. */
async function commit(ask: () => Promise<Response>, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; attempt < maxCommits; attempt++) {
    const answer = await assertOk(await ask())
    await answer.body?.cancel()
    if (answer.status !== 202) return
    const seconds = Number(answer.headers.get('retry-after') ?? 1)
    await pause(Math.min(seconds || 1, maxPauseSeconds), signal)
  }
  throw new ServiceFailure('unavailable', 'The server did not finish the upload in time.')
}
