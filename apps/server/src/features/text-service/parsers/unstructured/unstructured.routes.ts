import * as api from '@recto/contract/text-service/parsers'
import { detectType } from '@recto/document-reader/detect/detect-type'
import type { FastifyInstance } from 'fastify'
import { AppError, invalid } from '../../../../platform/app-error.ts'
import type { Context } from '../../../../platform/context.ts'
import type { Content } from '../../../../platform/files/content.ts'
import type { ReceivedContent } from '../../../../platform/files/receive-content.ts'
import { registerEndpoint } from '../../../../platform/http/register-endpoint.ts'
import { clientDisconnectSignal } from '../../../../platform/http/request.ts'
import { admitByKey } from '../../keys/admit-key.ts'
import { rejectUnsupportedFields, splitFieldValues, withoutBrackets } from '../form-fields.ts'
import { parseNow, type TextParsingOptions } from '../parsing.ts'
import { withUpload } from '../with-upload.ts'
import { presentElements } from './present-elements.ts'

const header = 'unstructured-api-key'

const modes: Readonly<Record<string, TextParsingOptions['mode']>> = {
  fast: 'native_text',
  auto: 'form',
  hi_res: 'form',
  ocr_only: 'high_quality',
}

/**
 * Fields that are implemented, or that make no difference here. Fields for chunking have no effect
 * without a chunking strategy.
 */
const supportedFields = [
  'strategy',
  'languages',
  'ocr_languages',
  'coordinates',
  'include_page_breaks',
  'unique_element_ids',
  'starting_page_number',
  'output_format',
  'skip_infer_table_types',
  'encoding',
  'content_type',
  'hi_res_model_name',
  'pdf_infer_table_structure',
  'include_slide_notes',
  'include_orig_elements',
  'table_ocr_agent',
  'combine_under_n_chars',
  'max_characters',
  'multipage_sections',
  'new_after_n_chars',
  'overlap',
  'overlap_all',
  'similarity_threshold',
  'do_not_break_similarity_on_footer_header',
  'split_pdf_page',
  'split_pdf_concurrency_level',
  'split_pdf_allow_failed',
  'split_pdf_page_range',
  'split_pdf_cache_tmp_data',
  'split_pdf_cache_tmp_data_dir',
]

export function unstructuredRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.partition, {
    admit: ({ db }, { headers }) => admitByKey(db, { key: headers[header], header }),
    async handle(ctx, { caller, body, uploads, reply }) {
      const fields = api.PartitionForm.parse(withoutBrackets(body))
      const disconnectSignal = clientDisconnectSignal(reply)
      const options = parsingOptionsOf(fields)
      return withUpload(ctx, { uploads, field: 'files' }, async (document, { name, mimeType }) => {
        if (fields.strategy === 'fast') await refuseImage(ctx, document)
        const { pages } = await parseNow(ctx, {
          caller,
          document,
          disconnectSignal,
          options: { ...options, fileName: name },
        })
        return presentElements(pages, { fields, name, mimeType, languages: options.languages })
      })
    },
  })
}

/** An image has no text of its own, so the service that these clients know reads none of it this way. */
async function refuseImage({ files }: Context, { content }: ReceivedContent): Promise<void> {
  if (detectType(await firstBytesOf(files, content)).kind !== 'image') return
  const detail = 'The fast strategy is not available for image files'
  throw new AppError('unprocessable', [{ code: 'error', detail, attr: null }])
}

async function firstBytesOf(files: Context['files'], content: Content): Promise<Uint8Array> {
  if ('bytes' in content) return content.bytes
  for await (const chunk of await files.read(content.path)) return chunk
  return new Uint8Array()
}

function parsingOptionsOf(fields: api.PartitionForm): Omit<TextParsingOptions, 'fileName'> {
  rejectUnsupportedFields({ fields, supportedFields })
  const mode = modes[fields.strategy]
  if (!mode) {
    throw invalid(
      'strategy',
      `Only these strategies are supported: ${Object.keys(modes).join(', ')}.`,
    )
  }
  if (fields.output_format !== 'application/json') {
    throw invalid('output_format', 'Only the output format application/json is supported.')
  }
  const languages = [
    ...splitFieldValues(fields.languages),
    ...splitFieldValues(fields.ocr_languages),
  ]
  return { mode, languages, pages: '', tag: 'unstructured' }
}
