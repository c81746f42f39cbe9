import { multipartLimits } from '@recto/contract/wire/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, badRequest } from '../app-error.ts'
import type { FileStore } from '../files/file-store.ts'
import { type ReceivedContent, receiveContent } from '../files/receive-content.ts'
import { TooManyBytesError } from '../files/store-stream.ts'
import { contentOfForm } from './content-of-form.ts'
import { parseJsonBody } from './parse-json-body.ts'

const maxUploadBytes = multipartLimits.bytesOfFile

const binaryType = 'application/octet-stream'

/** Leaves the bodies of this scope's routes unread, whatever content type they have. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(binaryType, (_request, payload, done) => done(null, payload))
  ignoreContentTypes(scope)
}

/** Parses all bodies of this scope's routes as JSON, whatever content type they have. */
export function parseAllBodiesAsJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    binaryType,
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => parseJsonBody(bytes),
  )
  ignoreContentTypes(scope)
}

/**
 * Keeps all bodies of this scope's routes as raw text, because webhook signatures are computed over
 * the raw text.
 */
export function parseAllBodiesAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    binaryType,
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) => String(text),
  )
  ignoreContentTypes(scope)
}

/** A malformed content type would otherwise be rejected before any parser runs. */
function ignoreContentTypes(scope: FastifyInstance): void {
  scope.addHook('onRequest', async ({ raw }) => {
    raw.headers['content-type'] = binaryType
  })
}

/** Receives a body, or the file in it if it is a form. Nothing of it stays in the file store if it is too large or incomplete. */
export async function receiveBody(
  request: FastifyRequest,
  files: FileStore,
): Promise<ReceivedContent> {
  if (Number(request.headers['content-length']) > maxUploadBytes) throw createTooLargeError()
  // The rest of a refused body is read and discarded, so that the sender can receive the refusal.
  const source = request.raw.iterator({ destroyOnReturn: false })
  try {
    return await receiveContent(files, contentOfForm(source), { maxBytes: maxUploadBytes })
  } catch (error) {
    if (error instanceof TooManyBytesError) throw createTooLargeError()
    if (request.raw.readableAborted || request.raw.destroyed) {
      throw badRequest('The upload was interrupted. Try again.', { cause: error })
    }
    throw error
  }
}

function createTooLargeError(): AppError {
  const detail = `The document is larger than ${maxUploadBytes / 1024 / 1024} MB.`
  return new AppError('too-large', [{ code: 'too_large', detail, attr: null }])
}
