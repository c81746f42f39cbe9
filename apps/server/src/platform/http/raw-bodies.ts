import { multipartLimits } from '@recto/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, badRequest } from '../app-error.ts'
import type { FileStore } from '../files/file-store.ts'
import { type ReceivedContent, receiveContent } from '../files/receive-content.ts'
import { TooManyBytesError } from '../files/store-stream.ts'
import { parseJsonBody } from './parse-json-body.ts'

const maxUploadBytes = multipartLimits.bytesOfFile

const anyBytes = 'application/octet-stream'

/** Leaves every body of the scope's routes on the wire, whatever type it claims or none. */
export function takeRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(anyBytes, (_request, payload, done) => done(null, payload))
  forgetTypes(scope)
}

/** Reads every body of the scope's routes as JSON, whatever type it claims or none. */
export function readJsonOfAnyType(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    anyBytes,
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => parseJsonBody(bytes),
  )
  forgetTypes(scope)
}

/** Leaves every body of the scope's routes the text that it is, of which a signature was made. */
export function readTextOfAnyType(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    anyBytes,
    { parseAs: 'string' },
    async (_request: unknown, text: string | Buffer) => String(text),
  )
  forgetTypes(scope)
}

/** What a header says that is no type at all would be refused before any parser is asked. */
function forgetTypes(scope: FastifyInstance): void {
  scope.addHook('onRequest', async ({ raw }) => {
    raw.headers['content-type'] = anyBytes
  })
}

/** Takes a body. Nothing of it stays in the file store when it is too large or cut short. */
export async function receiveBody(
  request: FastifyRequest,
  files: FileStore,
): Promise<ReceivedContent> {
  if (Number(request.headers['content-length']) > maxUploadBytes) throw tooLarge()
  // The rest of a refused body is read and dropped, so that its sender gets to hear of the refusal.
  const source = request.raw.iterator({ destroyOnReturn: false })
  try {
    return await receiveContent(files, source, { maxBytes: maxUploadBytes })
  } catch (error) {
    if (error instanceof TooManyBytesError) throw tooLarge()
    if (request.raw.readableAborted || request.raw.destroyed) {
      throw badRequest('The upload ended early.', { cause: error })
    }
    throw error
  }
}

function tooLarge(): AppError {
  const detail = `The document is larger than ${maxUploadBytes / 1024 / 1024} MB.`
  return new AppError('too-large', [{ code: 'too_large', detail, attr: null }])
}
