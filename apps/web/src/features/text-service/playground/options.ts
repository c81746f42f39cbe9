export const processingModes = [
  { value: 'form', label: 'Form', hint: 'Scans, handwriting and check boxes' },
  { value: 'native_text', label: 'Native text', hint: 'Text that the PDF carries, at once' },
  { value: 'low_cost', label: 'Low cost', hint: 'Clean scans' },
  { value: 'high_quality', label: 'High quality', hint: 'Difficult scans and photographs' },
] as const
type ProcessingMode = (typeof processingModes)[number]['value']

export const outputModes = [
  { value: 'line-printer', label: 'Layout preserving' },
  { value: 'text', label: 'Text' },
] as const
type OutputMode = (typeof outputModes)[number]['value']

/** How a document is to be read. */
export type Options = {
  readonly mode: ProcessingMode
  readonly output: OutputMode
  readonly marksVertical: boolean
  readonly marksHorizontal: boolean
}

export const usualOptions: Options = {
  mode: processingModes[0].value,
  output: outputModes[0].value,
  marksVertical: false,
  marksHorizontal: false,
}

/** The query with which the text service is asked. */
export const queryOf = (options: Options, fileName: string): Readonly<Record<string, string>> => ({
  mode: options.mode,
  output_mode: options.output === 'text' ? 'text' : 'layout_preserving',
  ...(options.marksVertical && { mark_vertical_lines: 'true' }),
  ...(options.marksHorizontal && { mark_horizontal_lines: 'true' }),
  // So that the place of each line may be asked for.
  add_line_nos: 'true',
  file_name: fileName,
  tag: 'playground',
})
