import { createHash } from 'node:crypto'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import type { Upload } from '../files/upload.ts'
import {
  beginRequest,
  deleteRequest,
  findRepeatableReply,
  type KeyedRequest,
  type StoredReply,
  saveReply,
} from '../repeated-requests/repeatable-requests.store.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

/** The reply of an endpoint as it is sent. */
export type ReplyText = {
  readonly status: number
  /** Undefined if the reply has no body. */
  readonly text: string | undefined
  /** Whether an earlier request got this reply already. */
  readonly isRepeated?: boolean
}

type ParsedRequest = {
  readonly endpoint: Endpoint
  readonly request: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'session'>
  readonly body: unknown
  readonly uploads: readonly Upload[]
}

/** A longer reply is not stored. */
const maxStoredCharacters = 4_000_000
const retrySeconds = 5

/**
 * Answers a request. The same request of the same user that costs model calls gets, with the same `Idempotency-Key`, the
 * reply of the first one for a day. Throws 409 if the key belongs to another request, or while there is no reply. A
 * request whose process died may have been done, so it is never done again under its key.
 */
export async function answerOnce(
  { db }: Pick<Context, 'db'>,
  { endpoint, request, body, uploads }: ParsedRequest,
  answer: () => Promise<ReplyText | undefined>,
): Promise<ReplyText | undefined> {
  const actor = endpoint.isPaid ? request.session?.actor : undefined
  const idempotencyKey = actor ? readIdempotencyKey(request) : undefined
  if (!actor || idempotencyKey === undefined) return answer()
  const tenant = { db, organizationId: actor.organization.id }
  const requestHash = hashRequest({ request, body, uploads })
  const keyedRequest: KeyedRequest = { userId: actor.userId, idempotencyKey, requestHash }
  if (!(await beginRequest(tenant, keyedRequest))) {
    return repeatReply(requestHash, await findRepeatableReply(tenant, keyedRequest))
  }
  const reply = await answer().catch(async (error: unknown) => {
    // Nothing of a refused request is saved. Any other error says nothing about what was done before.
    if (error instanceof AppError) await deleteRequest(tenant, keyedRequest)
    throw error
  })
  if (!reply) throw new Error(`${endpoint.path} sent its reply itself, which cannot be repeated.`)
  const { status, text = '' } = reply
  const storedText = text.length <= maxStoredCharacters ? text : null
  await saveReply(tenant, keyedRequest, { status, reply: storedText })
  return reply
}

function hashRequest({ request, body, uploads }: Omit<ParsedRequest, 'endpoint'>): string {
  const files = uploads.map(({ field, name, hash }) => [field, name, hash])
  const parts = [request.method, request.url, body ?? null, files]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function repeatReply(requestHash: string, storedReply: StoredReply | undefined): ReplyText {
  if (storedReply && storedReply.request_hash !== requestHash) {
    throw refuse('This Idempotency-Key was already used for a different request.')
  }
  // It is absent if the first request was refused just now.
  if (!storedReply || storedReply.status === null) {
    throw refuse(
      'A request with this Idempotency-Key has begun and has no reply yet. Send it again later. If this lasts for minutes, the server stopped while it worked on the request: look whether it was done, and use another key if not.',
      retrySeconds,
    )
  }
  if (storedReply.reply === null) {
    throw refuse(
      'A request with this Idempotency-Key was done. Its reply is too long to be sent again.',
    )
  }
  return { status: storedReply.status, text: storedReply.reply || undefined, isRepeated: true }
}

const refuse = (detail: string, retryAfterSeconds?: number) =>
  new AppError('conflict', [{ code: 'error', detail, attr: 'Idempotency-Key' }], {
    retryAfterSeconds,
  })
