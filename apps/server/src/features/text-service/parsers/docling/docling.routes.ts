import * as api from '@recto/contract/text-service/parsers'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../../../platform/app-error.ts'
import type { Context } from '../../../../platform/context.ts'
import { discardContent } from '../../../../platform/files/content.ts'
import type { ReceivedContent } from '../../../../platform/files/receive-content.ts'
import type { Upload } from '../../../../platform/files/upload.ts'
import { registerEndpoint } from '../../../../platform/http/register-endpoint.ts'
import { clientDisconnectSignal } from '../../../../platform/http/request.ts'
import { admitByKey } from '../../keys/admit-key.ts'
import { receiveBase64 } from '../../uploads/document-of.ts'
import { fetchDocument } from '../../uploads/fetch-document.ts'
import { rejectUnsupportedFields, splitFieldValues, withoutBrackets } from '../form-fields.ts'
import {
  findParsingJob,
  loadParsedJob,
  parseNow,
  startParsing,
  type TextParsingOptions,
} from '../parsing.ts'
import { withUpload } from '../with-upload.ts'
import { packConverted, presentConverted, presentTask } from './present-converted.ts'

/** Fields that are implemented, or that make no difference here. */
const supportedFields = [
  'to_formats',
  'from_formats',
  'do_ocr',
  'force_ocr',
  'ocr_lang',
  'page_range',
  'pipeline',
  'target_type',
  'ocr_engine',
  'ocr_preset',
  'pdf_backend',
  'table_mode',
  'do_table_structure',
  'table_cell_matching',
  'image_export_mode',
  'include_images',
  'images_scale',
  'abort_on_error',
  'document_timeout',
  'return_as_file',
  'md_page_break_placeholder',
]

const header = 'X-Api-Key'
const admit = ({ db }: Context, { headers }: { headers: Record<string, unknown> }) =>
  admitByKey(db, { key: headers['x-api-key'], header })

export function doclingRoutes(app: FastifyInstance, ctx: Context): void {
  convertNow(app, ctx)
  convertLater(app, ctx)
}

function convertNow(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.convertFile, {
    admit,
    async handle(ctx, { caller, body, uploads, reply }) {
      const disconnectSignal = clientDisconnectSignal(reply)
      const options = parsingOptionsOf(api.ConvertOptions.parse(withoutBrackets(body)))
      const convert = (upload: Upload) =>
        withUpload(
          ctx,
          { uploads: [upload], field: 'files' },
          async (document, { name: fileName }) =>
            presentConverted(
              await parseNow(ctx, {
                caller,
                document,
                disconnectSignal,
                options: { ...options, fileName },
              }),
            ),
        )
      const [first, ...laterUploads] = uploads
      if (!first) throw invalid('files', 'No file was submitted.', 'required')
      const conversions = [await convert(first)]
      // Files are converted one after the other, so that a caller takes only one place.
      for (const upload of laterUploads) conversions.push(await convert(upload))
      const [conversion] = conversions
      if (conversion && laterUploads.length === 0) return conversion
      return reply
        .header('content-disposition', 'attachment; filename="converted_docs.zip"')
        .type('application/zip')
        .send(packConverted(conversions))
    },
  })
  registerEndpoint(app, ctx, api.convertSource, {
    admit,
    async handle(ctx, { caller, body, reply }) {
      const disconnectSignal = clientDisconnectSignal(reply)
      return withSource(ctx, body, async (document, options) =>
        presentConverted(await parseNow(ctx, { caller, document, disconnectSignal, options })),
      )
    },
  })
}

function convertLater(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.startConvertFile, {
    admit,
    async handle(ctx, { caller, body, uploads }) {
      const options = parsingOptionsOf(api.ConvertOptions.parse(withoutBrackets(body)))
      return withUpload(ctx, { uploads, field: 'files' }, async (document, { name: fileName }) =>
        presentTask(
          await startParsing(ctx, { caller, document, options: { ...options, fileName } }),
        ),
      )
    },
  })
  registerEndpoint(app, ctx, api.startConvertSource, {
    admit,
    handle: (ctx, { caller, body }) =>
      withSource(ctx, body, async (document, options) =>
        presentTask(await startParsing(ctx, { caller, document, options })),
      ),
  })
  registerEndpoint(app, ctx, api.pollConvertTask, {
    admit,
    handle: async (_ctx, { caller, params }) =>
      presentTask(await findParsingJob(caller, params.task_id)),
  })
  registerEndpoint(app, ctx, api.getConverted, {
    admit,
    handle: async (ctx, { caller, params }) =>
      presentConverted(
        await loadParsedJob(ctx, caller, await findParsingJob(caller, params.task_id)),
      ),
  })
}

function parsingOptionsOf(fields: api.ConvertOptions): Omit<TextParsingOptions, 'fileName'> {
  rejectUnsupportedFields({ fields, supportedFields })
  if (!['standard', 'legacy'].includes(fields.pipeline)) {
    throw invalid('pipeline', 'Only the standard pipeline is supported.')
  }
  if (!['inbody', ''].includes(fields.target_type ?? '')) {
    throw invalid('target_type', 'Only the inbody target is supported.')
  }
  return {
    mode: fields.force_ocr ? 'high_quality' : fields.do_ocr === false ? 'native_text' : 'form',
    languages: splitFieldValues(fields.ocr_lang),
    pages: pagesOf(fields.page_range),
    tag: 'docling',
    formats: fields.to_formats ?? ['md'],
  }
}

/** Converts a pair of first and last page; clients send a very large number for the last. */
function pagesOf(range: readonly number[] | undefined): string {
  if (!range || range.length === 0) return ''
  const [from = 1, to] = range
  if (range.length > 2 || (to !== undefined && to < from)) {
    throw invalid('page_range', 'Enter the first and the last page.')
  }
  return to === undefined || to > 1_000_000 ? `${from}-` : `${from}-${to}`
}

type ConvertDocument<T> = (document: ReceivedContent, options: TextParsingOptions) => Promise<T>

async function withSource<T>(
  ctx: Pick<Context, 'files' | 'publicFetch'>,
  { options, sources: [source, ...otherSources], target }: api.ConvertSource,
  convert: ConvertDocument<T>,
): Promise<T> {
  const parsingOptions = parsingOptionsOf({ ...options, target_type: target?.kind })
  if (!source || otherSources.length > 0) throw invalid('sources', 'Send one document at a time.')
  const isFile = source.kind === 'file'
  const document = isFile
    ? await receiveBase64(ctx.files, source.base64_string)
    : await fetchDocument(ctx, source.url)
  try {
    return await convert(document, {
      ...parsingOptions,
      fileName: isFile ? source.filename : source.url,
    })
  } finally {
    await discardContent(ctx.files, document.content)
  }
}
