import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { fenceText } from '../values/fence-text.ts'
import { isBlankText } from '../values/non-answers.ts'
import { splitIntoWindows } from '../values/split-into-windows.ts'
import { estimateLettersPerToken, estimateTextTokens } from '../values/tokens.ts'

/** Default prompt for a summary. */
export const defaultSummaryPrompt = `Write a high-quality summary of the document below. Say only what the document says.
Keep every name, identifier, amount and date that somebody could ask for.
Write numbers without formatting: no currency signs and no thousands separators. Write dates as YYYY-MM-DD.`

type SummariseInput = {
  readonly text: string
  /** Prompt for the model; the default prompt when it is empty. */
  readonly prompt: string
  /** Keys of the questions that will be answered from the summary. */
  readonly keys: readonly string[]
  /** Size of the context window in tokens; 0 when unknown. */
  readonly contextWindow: number
  readonly askModel: (call: LlmRequest & { readonly step: string }) => Promise<LlmReply>
}

/**
 * Share of the context window that is reserved for the reply, and limits for splitting a window
 * whose reply was cut off.
 */
const replyShare = 0.3
const minWindowLetters = 400
const overlap = 200
const maxLevels = 6

/**
 * Summarizes the text in one call or, when it is too long, window by window and then the summaries.
 * The step names are the same whenever the replies are.
 */
export async function summarise(input: SummariseInput): Promise<string> {
  let text = input.text.trim()
  if (isBlankText(text)) return ''
  const steps = { count: 0 }
  for (let level = 0; level < maxLevels; level++) {
    const windows = splitForSummary(input, text)
    const parts: string[] = []
    for (const window of windows) parts.push(await summariseWindow(input, window, steps))
    const summary = parts.join('\n\n')
    // Stops when a summary is as long as its text, because the loop would never end.
    if (windows.length === 1 || summary.length >= text.length) return summary
    text = summary
  }
  return text
}

function splitForSummary(
  { contextWindow, prompt, keys }: SummariseInput,
  text: string,
): readonly string[] {
  if (contextWindow <= 0) return [text]
  const frame = estimateTextTokens(createSummaryPrompt({ prompt, keys }, ''))
  const tokens = contextWindow * (1 - replyShare) - frame
  const letters = Math.max(minWindowLetters, Math.floor(tokens * estimateLettersPerToken(text)))
  return splitIntoWindows(text, { maxLetters: letters, overlap: Math.min(overlap, letters >> 2) })
}

/** A summary that was cut off would miss the end of its window, so its halves are summarized. */
async function summariseWindow(
  input: SummariseInput,
  window: string,
  steps: { count: number },
): Promise<string> {
  steps.count += 1
  const step = `summarise/${steps.count}`
  const { text, stoppedBy } = await input.askModel({
    step,
    prompt: createSummaryPrompt(input, window),
  })
  if (stoppedBy !== 'length' || window.length < minWindowLetters * 2) return text.trim()
  const letters = Math.ceil(window.length / 2) + overlap
  const halves = splitIntoWindows(window, { maxLetters: letters, overlap: 0 })
  const parts: string[] = []
  for (const half of halves) parts.push(await summariseWindow(input, half, steps))
  return parts.join('\n\n')
}

function createSummaryPrompt(
  { prompt, keys }: Pick<SummariseInput, 'prompt' | 'keys'>,
  text: string,
): string {
  const instruction = prompt.trim() || defaultSummaryPrompt
  const keysInstruction =
    keys.length === 0
      ? ''
      : `The summary must hold all that the document says about:\n${keys.map((key) => `- ${key}`).join('\n')}`
  const document = `Document:\n${fenceText(text)}`
  return [instruction, keysInstruction, document, 'Summary:'].filter(Boolean).join('\n\n')
}
