import * as api from '@recto/contract/text-service/parsers'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../../../platform/app-error.ts'
import type { Context } from '../../../../platform/context.ts'
import { discardContent } from '../../../../platform/files/content.ts'
import { registerEndpoint } from '../../../../platform/http/register-endpoint.ts'
import { fetchDocument } from '../../uploads/fetch-document.ts'
import { nameOfAddress } from '../../uploads/name-of-address.ts'
import { admitBearer } from '../admit-bearer.ts'
import { rejectUnsupportedFields, splitFieldValues, withoutBrackets } from '../form-fields.ts'
import { toThreeLetterCode } from '../language-codes.ts'
import { findParsingJob, loadParsedJob, startParsing, type TextParsingOptions } from '../parsing.ts'
import { withUpload } from '../with-upload.ts'
import { presentJob, presentMarkdown, presentPages, presentText } from './present-parsed.ts'

/**
 * Fields that are implemented, or that make no difference here: nothing is cached between uploads,
 * and tables have only one form.
 */
const supportedFields = [
  'input_url',
  'language',
  'target_pages',
  'max_pages',
  'page_separator',
  'disable_ocr',
  'fast_mode',
  'high_res_ocr',
  'do_not_cache',
  'invalidate_cache',
  'skip_diagonal_text',
  'do_not_unroll_columns',
  'preserve_layout_alignment_across_pages',
  'disable_image_extraction',
  'preserve_very_small_text',
  'outlined_table_extraction',
  'guess_xlsx_sheet_name',
  'job_timeout_in_seconds',
  'job_timeout_extra_time_per_page_in_seconds',
  'extract_layout',
  'tier',
  'version',
  'page_error_tolerance',
  'precise_bounding_box',
]
const tiers = ['', 'fast', 'cost_effective']

export function llamaParseRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.uploadToParse, {
    admit: admitBearer,
    async handle(ctx, { caller, body, uploads }) {
      const fields = api.LlamaParseForm.parse(withoutBrackets(body))
      const options = parsingOptionsOf(fields)
      if (uploads.length === 0 && fields.input_url) {
        const document = await fetchDocument(ctx, fields.input_url)
        try {
          const fileName = nameOfAddress(fields.input_url)
          const job = await startParsing(ctx, {
            caller,
            document,
            options: { ...options, fileName },
          })
          return presentJob(job)
        } finally {
          await discardContent(ctx.files, document.content)
        }
      }
      return withUpload(ctx, { uploads, field: 'file' }, async (document, { name: fileName }) =>
        presentJob(
          await startParsing(ctx, { caller, document, options: { ...options, fileName } }),
        ),
      )
    },
  })

  registerEndpoint(app, ctx, api.getParsingJob, {
    admit: admitBearer,
    handle: async (_ctx, { caller, params }) =>
      presentJob(await findParsingJob(caller, params.job_id)),
  })
  registerEndpoint(app, ctx, api.getParsedText, {
    admit: admitBearer,
    handle: async (ctx, { caller, params }) =>
      presentText(await loadParsedJob(ctx, caller, await findParsingJob(caller, params.job_id))),
  })
  registerEndpoint(app, ctx, api.getParsedMarkdown, {
    admit: admitBearer,
    handle: async (ctx, { caller, params }) =>
      presentMarkdown(
        await loadParsedJob(ctx, caller, await findParsingJob(caller, params.job_id)),
      ),
  })
  registerEndpoint(app, ctx, api.getParsedPages, {
    admit: admitBearer,
    handle: async (ctx, { caller, params }) =>
      presentPages(await loadParsedJob(ctx, caller, await findParsingJob(caller, params.job_id))),
  })
}

function parsingOptionsOf(fields: api.LlamaParseForm): Omit<TextParsingOptions, 'fileName'> {
  rejectUnsupportedFields({ fields, supportedFields })
  const tier = typeof fields.tier === 'string' ? fields.tier : ''
  if (!tiers.includes(tier))
    throw invalid('tier', 'Only the tiers fast and cost_effective are supported.')
  const isNative = fields.disable_ocr || fields.fast_mode
  return {
    mode: isNative ? 'native_text' : fields.high_res_ocr ? 'high_quality' : 'form',
    languages: splitFieldValues(fields.language).map(toThreeLetterCode),
    pages: pagesOf(fields),
    tag: 'llama-parse',
    pageSeparator: fields.page_separator,
  }
}

/** Converts the page numbers, which its clients count from 0. */
function pagesOf({ target_pages = '', max_pages }: api.LlamaParseForm): string {
  if (target_pages.trim() === '') return max_pages === undefined ? '' : `1-${max_pages}`
  if (max_pages !== undefined) {
    throw invalid('max_pages', 'Set either target_pages or max_pages, not both.')
  }
  if (!/^\d{1,6}(?:-\d{1,6})?(?:,\d{1,6}(?:-\d{1,6})?)*$/.test(target_pages)) {
    throw invalid('target_pages', 'Enter page numbers starting from 0, such as 0-2,6.')
  }
  return target_pages.replaceAll(/\d+/g, (page) => String(Number(page) + 1))
}
