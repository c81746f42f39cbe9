import type { WhisperOptions } from '@recto/contract/text-service'
import { parseRanges } from '@recto/document-text/page-ranges'
import { invalid } from '../../../platform/app-error.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { findWebhook } from '../webhooks/text-webhooks.store.ts'

/** What a job is to do, once both spellings are one. Refuses what can be refused before the upload. */
export async function planJob(
  { tenant }: KeyHolder,
  asked: WhisperOptions,
): Promise<TextJobOptions> {
  const options = optionsOf(asked)
  refuseOddPages(options.pages)
  const { webhookName } = options
  if (webhookName && !(await findWebhook(tenant, webhookName))) {
    throw invalid('use_webhook', `No webhook is registered under the name “${webhookName}”.`)
  }
  return options
}

function optionsOf(asked: WhisperOptions): TextJobOptions {
  return {
    ...spelt(asked),
    ...ofMode(asked),
    mode: asked.mode,
    output: ['text', 'dump-text'].includes(asked.output_mode) ? 'text' : 'layout',
    pages: asked.pages_to_extract.replaceAll(' ', ''),
    lineSplitterTolerance: asked.line_splitter_tolerance,
    horizontalStretch: asked.horizontal_stretch_factor,
    hasLineNumbers: asked.add_line_nos,
    hasLineConfidence: asked.include_line_confidence && asked.add_line_nos,
    wordConfidenceThreshold: asked.word_confidence_threshold,
    language: asked.lang,
    tag: asked.tag,
    webhookName: asked.use_webhook ?? '',
    webhookMetadata: asked.webhook_metadata,
    allowsRotatedText: asked.allow_rotated_text,
    watermarkAngleThreshold: asked.watermark_angle_threshold,
    ignoresVerticalText: asked.ignore_vertical_text,
    derotateThreshold: asked.derotate_threshold,
    checkboxConfidenceThreshold: asked.checkbox_confidence_threshold,
  }
}

/** What clients spell in two ways. */
function spelt(asked: WhisperOptions) {
  return {
    pageSeparator: asked.page_separator ?? asked.page_seperator ?? '<<<',
    lineSplitterStrategy:
      asked.line_splitter_strategy ?? asked.line_spitter_strategy ?? 'left-priority',
    fileName: asked.file_name ?? asked.filename ?? '',
  } as const
}

/** What only some modes do. */
function ofMode(asked: WhisperOptions) {
  const isLowCost = asked.mode === 'low_cost'
  const marksVerticalLines = asked.mark_vertical_lines && asked.mode !== 'native_text'
  return {
    medianFilterSize: isLowCost ? asked.median_filter_size : 0,
    gaussianBlurRadius: isLowCost ? asked.gaussian_blur_radius : 0,
    marksVerticalLines,
    marksHorizontalLines: asked.mark_horizontal_lines && marksVerticalLines,
  }
}

function refuseOddPages(pages: string): void {
  const ranges = parseRanges(pages)
  if (!ranges || (pages !== '' && ranges.some(({ from }) => from < 1))) {
    throw invalid('pages_to_extract', 'Write pages from 1 such as 1-3,7,9-.')
  }
}
