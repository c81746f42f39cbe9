import { z } from 'zod'
import { webAddress, wholeSetting } from '../read-settings.ts'
import {
  adapterName,
  flag,
  number,
  secret,
  settingsSchema,
  text,
  whenIs,
  wholeNumber,
} from '../settings-schema.ts'

const atLeastZero = z.coerce.number().min(0)
const address = 'https://llmwhisperer-api.us-central.unstract.com'
const modes = ['native_text', 'low_cost', 'high_quality', 'form', 'table'] as const
const outputModes = ['layout_preserving', 'text'] as const
/** Lists such as `1-3,7,9-`. */
const pagesPattern = '^(\\s*\\d+-\\d+|\\s*\\d+-|\\s*\\d+|^$)(,\\d+-\\d+|,\\d+-|,\\d+)*$'

export const WhisperSettings = z.object({
  url: webAddress.default(address),
  unstract_key: z.string(),
  mode: z.enum(modes).default('form'),
  output_mode: z.enum(outputModes).default('layout_preserving'),
  line_splitter_tolerance: atLeastZero.default(0.4),
  line_splitter_strategy: z.string().default('left-priority'),
  horizontal_stretch_factor: atLeastZero.default(1),
  pages_to_extract: z
    .string()
    .regex(new RegExp(pagesPattern), 'must be a list such as 1-3,7,9-')
    .default(''),
  page_seperator: z.string().default('<<<'),
  mark_vertical_lines: z.boolean().default(false),
  mark_horizontal_lines: z.boolean().default(false),
  tag: z.string().default('default'),
  use_webhook: z.string().default(''),
  webhook_metadata: z.string().default(''),
  median_filter_size: wholeSetting.default(0),
  gaussian_blur_radius: atLeastZero.default(0),
})
export type WhisperSettings = z.output<typeof WhisperSettings>

export const whisperSchema = settingsSchema({
  title: 'LLMWhisperer v2 Text Extractor',
  required: ['adapter_name', 'url', 'unstract_key'],
  properties: {
    adapter_name: adapterName('llm-whisperer-v2'),
    url: text({
      title: 'URL',
      format: 'uri',
      default: address,
      description: 'Where the service stands, without /api/v2. It may be your own.',
    }),
    unstract_key: secret({
      title: 'Unstract Key',
      description: 'A key of the text extraction service.',
    }),
    mode: {
      type: 'string',
      title: 'Mode',
      enum: modes,
      default: 'form',
      description:
        'native_text reads what files spell; low_cost and high_quality read pictures too; form and table also see check boxes.',
    },
    output_mode: {
      type: 'string',
      title: 'Output Mode',
      enum: outputModes,
      default: 'layout_preserving',
      description: 'layout_preserving keeps columns apart by spaces; text does not.',
    },
    line_splitter_tolerance: number({
      title: 'Line Splitter Tolerance',
      default: 0.4,
      description: 'How far a letter may leave its line, in heights of a letter.',
    }),
    line_splitter_strategy: text({
      title: 'Line Splitter Strategy',
      default: 'left-priority',
      description:
        'Which letters decide where a line is: left-priority, mid-priority or right-priority.',
    }),
    horizontal_stretch_factor: number({
      title: 'Horizontal Stretch Factor',
      default: 1,
      description: 'Above 1, columns move apart. Raise it where they run into each other.',
    }),
    pages_to_extract: text({
      title: 'Page number(s) or range to extract',
      default: '',
      pattern: pagesPattern,
      description: 'For example 1-3,7,9- where 9- goes to the end. Empty means all pages.',
    }),
    page_seperator: text({
      title: 'Page separator',
      default: '<<<',
      description:
        'The line that ends each page; {{page_no}} in it becomes the number of the page.',
    }),
    mark_vertical_lines: flag({
      title: 'Mark vertical lines',
      default: false,
      description: 'Write vertical ruling lines as | into the text.',
    }),
    mark_horizontal_lines: flag({
      title: 'Mark horizontal lines',
      default: false,
      description: 'Write horizontal ruling lines as - into the text. Needs the vertical ones too.',
    }),
    tag: text({
      title: 'Tag',
      default: 'default',
      description: 'The service counts the pages that it reads under this word.',
    }),
    use_webhook: text({
      title: 'Webhook',
      default: '',
      description: 'The name of a webhook of the service that is told of each text as well.',
    }),
    webhook_metadata: text({
      title: 'Webhook Metadata',
      default: '',
      description: 'Sent to the webhook as it stands here.',
    }),
  },
  allOf: [
    whenIs('mode', 'low_cost', {
      median_filter_size: wholeNumber({
        title: 'Median Filter Size',
        default: 0,
        description: 'Takes specks out of pictures before they are read. 0 leaves them alone.',
      }),
      gaussian_blur_radius: number({
        title: 'Gaussian Blur Radius',
        default: 0,
        description: 'Softens pictures before they are read. 0 leaves them alone.',
      }),
    }),
  ],
})

/** The options of one job, as they stand in the address. */
export function jobOptions(settings: WhisperSettings, fileName = ''): URLSearchParams {
  const { mode, median_filter_size, gaussian_blur_radius } = settings
  const options = {
    mode,
    output_mode: settings.output_mode,
    // Servers know one spelling or the other.
    page_separator: settings.page_seperator,
    page_seperator: settings.page_seperator,
    pages_to_extract: settings.pages_to_extract,
    line_splitter_tolerance: settings.line_splitter_tolerance,
    line_splitter_strategy: settings.line_splitter_strategy,
    horizontal_stretch_factor: settings.horizontal_stretch_factor,
    mark_vertical_lines: settings.mark_vertical_lines,
    mark_horizontal_lines: settings.mark_horizontal_lines,
    // Without numbers the service forgets where the lines stand.
    add_line_nos: true,
    tag: settings.tag,
    file_name: fileName,
    use_webhook: settings.use_webhook,
    webhook_metadata: settings.webhook_metadata,
    ...(mode === 'low_cost' && { median_filter_size, gaussian_blur_radius }),
  }
  const given = Object.entries(options).filter(([, value]) => value !== '')
  return new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))
}
