import { createHash } from 'node:crypto'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Context } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'
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
import { formatErrorBody, presentError, presentUnexpected } from './present-error.ts'

/** The reply of an endpoint as it is sent. */
export type ReplyText = {
  readonly status: number
  /** Undefined if the reply has no body. */
  readonly text: string | undefined
  /** Whether an earlier request got this reply already. */
  readonly isRepeated?: boolean
  /** False if the same request may get another reply soon; true by default. */
  readonly isFinal?: boolean
}

type ParsedRequest = {
  readonly endpoint: Endpoint
  readonly request: Pick<FastifyRequest, 'headers' | 'id' | 'method' | 'url' | 'session'>
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
  { db, log }: Pick<Context, 'db' | 'log'>,
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
  const settle = async (reply: ReplyText): Promise<void> => {
    const { status, text = '', isFinal = true } = reply
    const storedText = text.length <= maxStoredCharacters ? text : null
    const storePromise = isFinal
      ? saveReply(tenant, keyedRequest, { status, reply: storedText })
      : deleteRequest(tenant, keyedRequest)
    // The caller must get the reply all the same. Without it, the key stays that of a request without a reply.
    await storePromise.catch((error: unknown) =>
      log.error(
        { reason: describeFailure(error) },
        'a reply could not be stored for its repetition',
      ),
    )
  }
  const reply = await answer().catch(async (error: unknown) => {
    await settle(toErrorText(endpoint, request, error))
    throw error
  })
  if (!reply) throw new Error(`${endpoint.path} sent its reply itself, which cannot be repeated.`)
  await settle(reply)
  return reply
}

/**
 * Returns the reply to a failed request. What was done before the failure is not known, so that it is final, except if
 * it asks the caller to try again.
 */
function toErrorText(
  endpoint: Endpoint,
  { id }: ParsedRequest['request'],
  error: unknown,
): ReplyText {
  const errorReply = presentError(error) ?? presentUnexpected(id)
  const { status, retryAfterSeconds, quotaResetsAt } = errorReply
  const isFinal = retryAfterSeconds === undefined && quotaResetsAt === undefined
  return { status, text: JSON.stringify(formatErrorBody(endpoint, errorReply)), isFinal }
}

function hashRequest({ request, body, uploads }: Omit<ParsedRequest, 'endpoint'>): string {
  const files = uploads.map(({ field, name, hash }) => [field, name, hash])
  // These headers decide about the form of the reply.
  const { prefer, 'x-request-id': requestId } = request.headers
  const headers = [prefer ?? null, requestId !== undefined]
  const parts = [request.method, request.url, headers, body ?? null, files]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function repeatReply(requestHash: string, storedReply: StoredReply | undefined): ReplyText {
  if (storedReply && storedReply.request_hash !== requestHash) {
    throw refuse('This Idempotency-Key was already used for a different request.')
  }
  // It is absent if the first request has ended just now without a final reply.
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
