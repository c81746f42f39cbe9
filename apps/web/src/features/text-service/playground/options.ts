import { omitUndefined } from '@recto/omit-undefined'

export const processingModes = [
  { value: 'form', label: 'Form', hint: 'Scans, handwriting and check boxes' },
  {
    value: 'native_text',
    label: 'Native text',
    hint: 'Text embedded in the PDF, available instantly',
  },
  { value: 'low_cost', label: 'Low cost', hint: 'Clean scans' },
  { value: 'high_quality', label: 'High quality', hint: 'Difficult scans and photographs' },
] as const
type ProcessingMode = (typeof processingModes)[number]['value']

export const outputModes = [
  { value: 'line-printer', label: 'Layout preserving' },
  { value: 'text', label: 'Text' },
] as const
type OutputMode = (typeof outputModes)[number]['value']

/** Options for reading a document. */
export type ExtractionOptions = {
  readonly mode: ProcessingMode
  readonly output: OutputMode
  readonly marksVertical: boolean
  readonly marksHorizontal: boolean
}

export const defaultOptions: ExtractionOptions = {
  mode: processingModes[0].value,
  output: outputModes[0].value,
  marksVertical: false,
  marksHorizontal: false,
}

/** Converts the options to the query of the text service. */
export const queryOf = (
  options: ExtractionOptions,
  fileName: string,
): Readonly<Record<string, string>> => ({
  mode: options.mode,
  output_mode: options.output === 'text' ? 'text' : 'layout_preserving',
  ...omitUndefined({
    mark_vertical_lines: options.marksVertical ? 'true' : undefined,
    mark_horizontal_lines: options.marksHorizontal ? 'true' : undefined,
  }),
  // Line numbers are required for requesting the location of a line.
  add_line_nos: 'true',
  file_name: fileName,
  tag: 'playground',
})

/** The document to extract, and the options. */
export type PlaygroundTrial = {
  readonly file: File | undefined
  readonly options: ExtractionOptions
  /** Id of the key that is used. */
  readonly keyId: string | undefined
}
