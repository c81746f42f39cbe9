import type { LlamaParseSettings } from '@recto/contract/text-service/llama-cloud'
import { omitUndefined } from '@recto/omit-undefined'
import { invalid } from '../../../../platform/app-error.ts'
import { flattenFields, rejectUnsupportedFields } from '../form-fields.ts'
import { toThreeLetterCode } from '../language-codes.ts'
import type { TextParsingOptions } from '../parsing.ts'

/** Tag of these jobs, by which they are listed. */
export const llamaCloudTag = 'llama-cloud'

/**
 * Settings that are implemented, or that make no difference here: nothing is cached, tables have only one
 * form, and no page is given up because another one failed.
 */
const supportedSettings = [
  'tier',
  'version',
  'file_id',
  'source_url',
  'client_name',
  'disable_cache',
  'user_metadata',
  'page_ranges.max_pages',
  'page_ranges.target_pages',
  'processing_control.timeouts',
  'processing_control.job_failure_conditions.allowed_page_failure_ratio',
  'processing_options.aggressive_table_extraction',
  'processing_options.disable_heuristics',
  'processing_options.ocr_parameters.languages',
  'input_options.html.remove_navigation_elements',
  'output_options.markdown.tables.compact_markdown_tables',
  'output_options.markdown.tables.output_tables_as_markdown',
  'output_options.spatial_text',
]

/**
 * Each tier is read in one of our modes. The agentic ones let a model look at each page. Here, no model reads
 * pages, so they get the most thorough reading.
 */
const modes: Readonly<Record<string, TextParsingOptions['mode']>> = {
  fast: 'native_text',
  cost_effective: 'form',
  agentic: 'form',
  agentic_plus: 'form',
}
export const tiers = Object.keys(modes)

/** Returns the options of a job. Throws for settings that have no equivalent here, by their names. */
export function parsingOptionsOf(
  settings: LlamaParseSettings,
): Omit<TextParsingOptions, 'fileName'> {
  const { tier, page_ranges, processing_options, user_metadata } = settings
  rejectUnsupportedFields({
    fields: flattenFields(settings, supportedSettings),
    supportedFields: supportedSettings,
  })
  const mode = modes[tier]
  if (!mode) throw invalid('tier', `Choose one of these tiers: ${tiers.join(', ')}.`)
  const languages = processing_options?.ocr_parameters?.languages ?? []
  return {
    mode,
    languages: languages.map(toThreeLetterCode),
    pages: pagesOf(page_ranges ?? {}),
    tag: llamaCloudTag,
    tier,
    ...omitUndefined({ userMetadata: user_metadata ?? undefined }),
  }
}

/** Returns page ranges that count from 1, as its clients do. Named pages win over a number of pages. */
function pagesOf({
  target_pages,
  max_pages,
}: NonNullable<LlamaParseSettings['page_ranges']>): string {
  const pages = target_pages?.replaceAll(' ', '') ?? ''
  if (pages === '') return max_pages ? `1-${max_pages}` : ''
  if (!/^[1-9]\d{0,5}(?:-[1-9]\d{0,5})?(?:,[1-9]\d{0,5}(?:-[1-9]\d{0,5})?)*$/.test(pages)) {
    throw invalid('page_ranges.target_pages', 'Enter page numbers from 1, such as 1,3,5-8.')
  }
  return pages
}
