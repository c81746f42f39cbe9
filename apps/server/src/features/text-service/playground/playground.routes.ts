import * as api from '@recto/contract/text-service/text-product'
import { WhisperOptions } from '@recto/contract/text-service/text-service'
import type { EndpointRequest } from '@recto/contract/wire/endpoint'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { type Content, discardContent } from '../../../platform/files/content.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type ReceivedContent, receiveContent } from '../../../platform/files/receive-content.ts'
import type { Upload } from '../../../platform/files/upload.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { clientDisconnectSignal } from '../../../platform/http/request.ts'
import { assertHuman } from '../../../platform/outbound/assert-human.ts'
import { planJob } from '../uploads/plan-job.ts'
import { admitChosenKey, extractNow } from './extract-now.ts'

type PlaygroundForm = EndpointRequest<(typeof api.extractText)[0]>['body']

export function playgroundRoutes(app: FastifyInstance, ctx: Context): void {
  for (const extract of api.extractText) {
    registerEndpoint(app, ctx, extract, async (ctx, { actor, body, uploads, request, reply }) => {
      const token = body.secret_response
      await assertHuman(ctx, { token, address: request.ip, field: 'secret_response' })
      const field = `${ctx.config.productId}_key`
      const key = typeof body[field] === 'string' ? body[field] : ''
      const caller = await admitChosenKey(ctx, { actor, key })
      const options = await planJob(caller, optionsOf(body))
      const document = await receiveSinglePdf(ctx, uploads)
      const disconnectSignal = clientDisconnectSignal(reply)
      try {
        const extraction = { caller, options, document, disconnectSignal }
        const { text, whisperHash } = await extractNow(ctx, extraction)
        reply.header('whisper-hash', whisperHash)
        return reply.type('text/plain; charset=utf-8').send(text)
      } finally {
        await discardContent(ctx.files, document.content)
      }
    })
  }
}

const optionsOf = (body: PlaygroundForm): WhisperOptions =>
  WhisperOptions.parse({
    mode: body.force_text_processing ? 'native_text' : body.processing_mode,
    output_mode: body.output_mode,
    mark_vertical_lines: String(body.mark_vertical_lines),
    mark_horizontal_lines: String(body.mark_horizontal_lines),
    tag: 'playground',
  })

const singlePdfMessage = 'Choose a single PDF file.'

/**
 * Returns the only file of the form; throws unless its name and its first bytes are those of a PDF.
 */
async function receiveSinglePdf(
  { files }: Pick<Context, 'files'>,
  uploads: readonly Upload[],
): Promise<ReceivedContent> {
  const [file, ...otherFiles] = uploads
  if (!file) throw badRequest('No file was submitted.')
  if (otherFiles.length > 0 || !/\.pdf$/i.test(file.name)) throw badRequest(singlePdfMessage)
  return receiveContent(files, readPdf(files, file.content), { maxBytes: file.size })
}

/**
 * Passes the content through and throws when its first bytes are not a PDF; readers accept some
 * bytes before the PDF marker.
 */
async function* readPdf(files: FileStore, content: Content): AsyncGenerator<Uint8Array> {
  const source = 'bytes' in content ? [content.bytes] : await files.read(content.path)
  let isFirst = true
  for await (const bytes of source as AsyncIterable<Uint8Array> | Uint8Array[]) {
    const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
    if (isFirst && !start.includes('%PDF-')) throw badRequest(singlePdfMessage)
    isFirst = false
    yield bytes
  }
}
