import * as api from '@recto/contract/text-service/parsers'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../../../platform/app-error.ts'
import type { Context } from '../../../../platform/context.ts'
import { discardContent } from '../../../../platform/files/content.ts'
import { registerEndpoint } from '../../../../platform/http/register-endpoint.ts'
import { admitByKey } from '../../keys/admit-key.ts'
import { fetchDocument } from '../../uploads/fetch-document.ts'
import { findParsing, parsedOf, startParsing, type WantedParsing } from '../parsing.ts'
import { refuseOtherWishes, valuesOf, withoutBrackets } from '../wishes.ts'
import { withUpload } from '../with-upload.ts'
import { presentJob, presentMarkdown, presentPages, presentText } from './present-parsed.ts'

/**
 * Fields that are implemented, or that make no difference here: nothing is cached between uploads,
 * and tables have only one form.
 */
const known = [
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

const admit = ({ db }: Context, { headers }: { headers: { authorization?: string | undefined } }) =>
  admitByKey(db, {
    key: /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim(),
    header: 'Authorization: Bearer',
  })

export function llamaParseRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.uploadToParse, {
    admit,
    async handle(ctx, { admitted, body, uploads }) {
      const asked = api.LlamaParseForm.parse(withoutBrackets(body))
      const wanted = wantedOf(asked)
      if (uploads.length === 0 && asked.input_url) {
        const document = await fetchDocument(ctx, asked.input_url)
        try {
          const fileName = asked.input_url
          const job = await startParsing(ctx, {
            admitted,
            document,
            wanted: { ...wanted, fileName },
          })
          return presentJob(job)
        } finally {
          await discardContent(ctx.files, document.content)
        }
      }
      return withUpload(ctx, { uploads, field: 'file' }, async (document, { name: fileName }) =>
        presentJob(
          await startParsing(ctx, { admitted, document, wanted: { ...wanted, fileName } }),
        ),
      )
    },
  })

  registerEndpoint(app, ctx, api.getParsingJob, {
    admit,
    handle: async (_ctx, { admitted, params }) =>
      presentJob(await findParsing(admitted, params.job_id)),
  })
  registerEndpoint(app, ctx, api.getParsedText, {
    admit,
    handle: async (ctx, { admitted, params }) =>
      presentText(await parsedOf(ctx, admitted, await findParsing(admitted, params.job_id))),
  })
  registerEndpoint(app, ctx, api.getParsedMarkdown, {
    admit,
    handle: async (ctx, { admitted, params }) =>
      presentMarkdown(await parsedOf(ctx, admitted, await findParsing(admitted, params.job_id))),
  })
  registerEndpoint(app, ctx, api.getParsedPages, {
    admit,
    handle: async (ctx, { admitted, params }) =>
      presentPages(await parsedOf(ctx, admitted, await findParsing(admitted, params.job_id))),
  })
}

function wantedOf(asked: api.LlamaParseForm): Omit<WantedParsing, 'fileName'> {
  refuseOtherWishes({ asked, known })
  const tier = typeof asked.tier === 'string' ? asked.tier : ''
  if (!tiers.includes(tier)) throw invalid('tier', 'The tiers here are fast and cost_effective.')
  const isNative = asked.disable_ocr || asked.fast_mode
  return {
    mode: isNative ? 'native_text' : asked.high_res_ocr ? 'high_quality' : 'form',
    languages: valuesOf(asked.language).map(ofThreeLetters),
    pages: pagesOf(asked),
    tag: 'llama-parse',
    pageSeparator: asked.page_separator,
  }
}

/** Three-letter codes of languages, by the two-letter codes that its clients send. */
const threeLetters: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
  pl: 'pol',
  cs: 'ces',
  sv: 'swe',
  da: 'dan',
}
const ofThreeLetters = (language: string) => threeLetters[language] ?? language

/** Converts the page numbers, which its clients count from 0. */
function pagesOf({ target_pages = '', max_pages }: api.LlamaParseForm): string {
  if (target_pages.trim() === '') return max_pages === undefined ? '' : `1-${max_pages}`
  if (max_pages !== undefined) {
    throw invalid('max_pages', 'Name either target_pages or max_pages.')
  }
  if (!/^\d{1,6}(?:-\d{1,6})?(?:,\d{1,6}(?:-\d{1,6})?)*$/.test(target_pages)) {
    throw invalid('target_pages', 'Write pages from 0 such as 0-2,6.')
  }
  return target_pages.replaceAll(/\d+/g, (page) => String(Number(page) + 1))
}
