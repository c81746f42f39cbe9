import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { fenceText } from '../values/fence-text.ts'
import { isBlankText } from '../values/non-answers.ts'
import { splitIntoWindows } from '../values/split-into-windows.ts'
import { estimateLettersPerToken, estimateTextTokens } from '../values/tokens.ts'
import { defaultSummaryPrompt } from './default-summary-prompt.ts'

type Input = {
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
const shareOfReply = 0.3
const leastWindow = 400
const overlap = 200
const maxLevels = 6

/**
 * Summarizes the text in one call or, when it is too long, window by window and then the summaries.
 * The step names are the same whenever the replies are.
 */
export async function summarise(input: Input): Promise<string> {
  let text = input.text.trim()
  if (isBlankText(text)) return ''
  const steps = { count: 0 }
  for (let level = 0; level < maxLevels; level++) {
    const windows = windowsOf(input, text)
    const parts: string[] = []
    for (const window of windows) parts.push(await summaryOf(input, window, steps))
    const summary = parts.join('\n\n')
    // Stops when a summary is as long as its text, because the loop would never end.
    if (windows.length === 1 || summary.length >= text.length) return summary
    text = summary
  }
  return text
}

function windowsOf({ contextWindow, prompt, keys }: Input, text: string): readonly string[] {
  if (contextWindow <= 0) return [text]
  const frame = estimateTextTokens(summaryPrompt({ prompt, keys }, ''))
  const tokens = contextWindow * (1 - shareOfReply) - frame
  const letters = Math.max(leastWindow, Math.floor(tokens * estimateLettersPerToken(text)))
  return splitIntoWindows(text, { maxLetters: letters, overlap: Math.min(overlap, letters >> 2) })
}

/** A summary that was cut off would miss the end of its window, so its halves are summarized. */
async function summaryOf(input: Input, window: string, steps: { count: number }): Promise<string> {
  steps.count += 1
  const step = `summarise/${steps.count}`
  const { text, stoppedBy } = await input.askModel({ step, prompt: summaryPrompt(input, window) })
  if (stoppedBy !== 'length' || window.length < leastWindow * 2) return text.trim()
  const letters = Math.ceil(window.length / 2) + overlap
  const halves = splitIntoWindows(window, { maxLetters: letters, overlap: 0 })
  const parts: string[] = []
  for (const half of halves) parts.push(await summaryOf(input, half, steps))
  return parts.join('\n\n')
}

function summaryPrompt({ prompt, keys }: Pick<Input, 'prompt' | 'keys'>, text: string): string {
  const asked = prompt.trim() || defaultSummaryPrompt
  const needs =
    keys.length === 0
      ? ''
      : `The summary must hold all that the document says about:\n${keys.map((key) => `- ${key}`).join('\n')}`
  const document = `Document:\n${fenceText(text)}`
  return [asked, needs, document, 'Summary:'].filter(Boolean).join('\n\n')
}
