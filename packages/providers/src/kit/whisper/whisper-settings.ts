import { omitUndefined } from '@recto/omit-undefined'
import type { z } from 'zod'
import { defineSettings } from '../define-settings.ts'
import {
  flag,
  number,
  patternText,
  secret,
  text,
  webAddress,
  wholeNumber,
  word,
} from '../fields.ts'

/** Lists such as `1-3,7,9-`. */
const pages = /^(\s*\d+-\d+|\s*\d+-|\s*\d+|^$)(,\d+-\d+|,\d+-|,\d+)*$/

export const pagesToExtract = patternText(
  {
    title: 'Page number(s) or range to extract',
    description:
      'For example, 1-3,7,9- (9- means page 9 to the end). Leave it empty for all pages.',
  },
  pages,
  'must be a list such as 1-3,7,9-',
).default('')

export const whisperSettings = defineSettings({
  title: 'LLMWhisperer v2 Text Extractor',
  adapterName: 'llm-whisperer-v2',
  alsoRequired: ['url'],
  fields: {
    url: webAddress({
      title: 'URL',
      description: 'The URL of the service, without /api/v2. It can be your own server.',
    }).default('https://llmwhisperer-api.us-central.unstract.com'),
    unstract_key: secret({
      title: 'Unstract Key',
      description: 'An API key for the text extraction service.',
    }),
    mode: word(
      {
        title: 'Mode',
        description:
          'Whether only the text that is stored in the file is read, or images as well. The modes for forms and tables also detect check boxes.',
      },
      {
        native_text: 'Text in the file only',
        low_cost: 'OCR (low cost)',
        high_quality: 'OCR (high quality)',
        form: 'OCR for forms',
        table: 'OCR for tables',
      },
    ).default('form'),
    output_mode: word(
      {
        title: 'Output Mode',
        description: 'Text with layout separates columns with spaces.',
      },
      { layout_preserving: 'Text with layout', text: 'Text' },
    ).default('layout_preserving'),
    line_splitter_tolerance: number({
      title: 'Line Splitter Tolerance',
      description: 'How far a character can be from its line, in character heights.',
    }).default(0.4),
    line_splitter_strategy: text({
      title: 'Line Splitter Strategy',
      description:
        'Which characters of a line determine its position: those on the left (left-priority), in the middle (mid-priority) or on the right (right-priority).',
    }).default('left-priority'),
    horizontal_stretch_factor: number({
      title: 'Horizontal Stretch Factor',
      description:
        'Values above 1 move columns apart. Increase this if columns run into each other.',
    }).default(1),
    pages_to_extract: pagesToExtract,
    page_seperator: text({
      title: 'Page separator',
      description:
        'The line to insert at the end of each page. {{page_no}} is replaced with the page number.',
    }).default('<<<'),
    mark_vertical_lines: flag({
      title: 'Mark vertical lines',
      description: 'Shows vertical lines as | in the text.',
    }),
    mark_horizontal_lines: flag({
      title: 'Mark horizontal lines',
      description:
        'Shows horizontal lines as - in the text. Requires vertical lines to be marked as well.',
    }),
    tag: text({
      title: 'Tag',
      description: 'The tag under which the service counts the pages.',
    }).default('default'),
    use_webhook: text({
      title: 'Webhook',
      description: 'The name of a registered webhook that also receives each extracted text.',
    }).default(''),
    webhook_metadata: text({
      title: 'Webhook Metadata',
      description: 'Sent to the webhook unchanged.',
    }).default(''),
  },
  when: {
    key: 'mode',
    is: 'low_cost',
    fields: {
      median_filter_size: wholeNumber({
        title: 'Median Filter Size',
        description: 'Removes specks from images before they are read. 0 turns this off.',
      }).default(0),
      gaussian_blur_radius: number({
        title: 'Gaussian Blur Radius',
        description: 'Smooths images before they are read. 0 turns this off.',
      }).default(0),
    },
  },
})
export type WhisperSettings = z.output<typeof whisperSettings.shape>

/** Returns the query parameters of one job. */
export function jobOptions(settings: WhisperSettings, fileName = ''): URLSearchParams {
  const { mode, median_filter_size, gaussian_blur_radius } = settings
  const options = {
    mode,
    output_mode: settings.output_mode,
    // Servers expect one spelling or the other.
    page_separator: settings.page_seperator,
    page_seperator: settings.page_seperator,
    pages_to_extract: settings.pages_to_extract,
    line_splitter_tolerance: settings.line_splitter_tolerance,
    line_splitter_strategy: settings.line_splitter_strategy,
    horizontal_stretch_factor: settings.horizontal_stretch_factor,
    mark_vertical_lines: settings.mark_vertical_lines,
    mark_horizontal_lines: settings.mark_horizontal_lines,
    // Without line numbers, the service does not store the positions of lines.
    add_line_nos: true,
    tag: settings.tag,
    file_name: fileName,
    use_webhook: settings.use_webhook,
    webhook_metadata: settings.webhook_metadata,
    ...omitUndefined({
      median_filter_size: mode === 'low_cost' ? median_filter_size : undefined,
      gaussian_blur_radius: mode === 'low_cost' ? gaussian_blur_radius : undefined,
    }),
  }
  const entries = Object.entries(options).filter(([, value]) => value !== '')
  return new URLSearchParams(entries.map(([key, value]): [string, string] => [key, String(value)]))
}
