import type { WhisperOptions } from '@recto/contract/text-service/text-service'
import { parseRanges } from '@recto/document-text/page-ranges'
import { invalid } from '../../../platform/app-error.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { findWebhook } from '../webhooks/text-webhooks.store.ts'

/**
 * Builds the options of a job from either spelling of the request. Rejects what can be rejected
 * before the upload.
 */
export async function planJob(
  { tenant }: KeyHolder,
  query: WhisperOptions,
): Promise<TextJobOptions> {
  const options = optionsOf(query)
  assertPageRanges(options.pages)
  const { webhookName } = options
  if (webhookName && !(await findWebhook(tenant, webhookName))) {
    throw invalid('use_webhook', `No webhook is registered under the name “${webhookName}”.`)
  }
  return options
}

function optionsOf(query: WhisperOptions): TextJobOptions {
  return {
    ...optionsOfEitherSpelling(query),
    ...optionsOfMode(query),
    mode: query.mode,
    output: ['text', 'dump-text'].includes(query.output_mode) ? 'text' : 'layout',
    pages: query.pages_to_extract.replaceAll(' ', ''),
    lineSplitterTolerance: query.line_splitter_tolerance,
    horizontalStretch: query.horizontal_stretch_factor,
    hasLineNumbers: query.add_line_nos,
    hasLineConfidence: query.include_line_confidence && query.add_line_nos,
    wordConfidenceThreshold: query.word_confidence_threshold,
    language: query.lang,
    tag: query.tag,
    webhookName: query.use_webhook ?? '',
    webhookMetadata: query.webhook_metadata,
    allowsRotatedText: query.allow_rotated_text,
    watermarkAngleThreshold: query.watermark_angle_threshold,
    ignoresVerticalText: query.ignore_vertical_text,
    derotateThreshold: query.derotate_threshold,
    checkboxConfidenceThreshold: query.checkbox_confidence_threshold,
  }
}

/** Options that clients may spell in two ways. */
function optionsOfEitherSpelling(query: WhisperOptions) {
  return {
    pageSeparator: query.page_separator ?? query.page_seperator ?? '<<<',
    lineSplitterStrategy:
      query.line_splitter_strategy ?? query.line_spitter_strategy ?? 'left-priority',
    fileName: query.file_name ?? query.filename ?? '',
  } as const
}

/** Options that apply only to some modes. */
function optionsOfMode(query: WhisperOptions) {
  const isLowCost = query.mode === 'low_cost'
  const marksVerticalLines = query.mark_vertical_lines && query.mode !== 'native_text'
  return {
    medianFilterSize: isLowCost ? query.median_filter_size : 0,
    gaussianBlurRadius: isLowCost ? query.gaussian_blur_radius : 0,
    marksVerticalLines,
    marksHorizontalLines: query.mark_horizontal_lines && marksVerticalLines,
  }
}

function assertPageRanges(pages: string): void {
  const ranges = parseRanges(pages)
  if (!ranges || (pages !== '' && ranges.some(({ from }) => from < 1))) {
    throw invalid('pages_to_extract', 'Enter page numbers starting from 1, such as 1-3,7,9-.')
  }
}
