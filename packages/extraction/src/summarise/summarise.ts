import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { cutIntoWindows } from '../values/cut-into-windows.ts'
import { fenced } from '../values/fenced.ts'
import { saysNothing } from '../values/says-nothing.ts'
import { lettersPerToken, tokensIn } from '../values/tokens.ts'
import { defaultSummaryPrompt } from './default-summary-prompt.ts'

type Input = {
  readonly text: string
  /** What is asked of the model; the default one when it is empty. */
  readonly prompt: string
  /** The keys of what will be asked of the summary. */
  readonly keys: readonly string[]
  /** Tokens, 0 when unknown. */
  readonly contextWindow: number
  readonly askModel: (call: LlmRequest & { readonly step: string }) => Promise<LlmReply>
}

/** Room for the reply in a context, and the most that one window is cut further for a reply that was cut. */
const shareOfReply = 0.3
const leastWindow = 400
const overlap = 200
const maxLevels = 6

/**
 * A summary of the text: of all of it at once, or where it is too long of each window of it, and then of
 * the summaries. Steps are the same whenever the replies are.
 */
export async function summarise(input: Input): Promise<string> {
  let text = input.text.trim()
  if (saysNothing(text)) return ''
  const steps = { count: 0 }
  for (let level = 0; level < maxLevels; level++) {
    const windows = windowsOf(input, text)
    const parts: string[] = []
    for (const window of windows) parts.push(await summaryOf(input, window, steps))
    const summary = parts.join('\n\n')
    // A model that writes as much as it reads would never come to an end.
    if (windows.length === 1 || summary.length >= text.length) return summary
    text = summary
  }
  return text
}

function windowsOf({ contextWindow, prompt, keys }: Input, text: string): readonly string[] {
  if (contextWindow <= 0) return [text]
  const frame = tokensIn(summaryPrompt({ prompt, keys }, ''))
  const tokens = contextWindow * (1 - shareOfReply) - frame
  const letters = Math.max(leastWindow, Math.floor(tokens * lettersPerToken(text)))
  return cutIntoWindows(text, { letters, overlap: Math.min(overlap, letters >> 2) })
}

/** A summary that was cut would lose the end of its window, so its halves are summarised. */
async function summaryOf(input: Input, window: string, steps: { count: number }): Promise<string> {
  steps.count += 1
  const step = `summarise/${steps.count}`
  const { text, stoppedBy } = await input.askModel({ step, prompt: summaryPrompt(input, window) })
  if (stoppedBy !== 'length' || window.length < leastWindow * 2) return text.trim()
  const letters = Math.ceil(window.length / 2) + overlap
  const halves = cutIntoWindows(window, { letters, overlap: 0 })
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
  const document = `Document:\n${fenced(text)}`
  return [asked, needs, document, 'Summary:'].filter(Boolean).join('\n\n')
}
