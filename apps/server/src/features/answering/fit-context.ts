import { assemblePrompt, type Instructions } from '@recto/extraction/assemble-prompt'
import type { Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import { estimateTokens } from './text/estimate-tokens.ts'

type Input = {
  readonly question: Question
  readonly instructions: Instructions
  /** Best first, with about how many tokens each takes. */
  readonly found: readonly { readonly text: string; readonly tokens: number }[]
  readonly llm: OpenedLlm
  /** Whether what is too much can be left out. */
  readonly isChosen: boolean
}

export type Fitted = {
  readonly texts: readonly string[]
  /** How many of the texts the model has no room for. */
  readonly omitted: number
}

/** What is left for the answer. */
const maxAnswer = 1000
/** The estimate may be so much too high: a text that may just fit is tried. */
const tolerance = 1.25

/**
 * Leaves out the last of the chunks that do not fit into the model's context window. Throws 400 when the
 * prompt leaves no room for even one, or when the whole text is the context and cannot fit.
 */
export function fitContext({ question, instructions, found, llm, isChosen }: Input): Fitted {
  const window = llm.llm.contextWindow
  const all = { texts: found.map(({ text }) => text), omitted: 0 }
  if (window === 0) return all
  const frame = estimateTokens(assemblePrompt(question, instructions, []))
  const room = window - frame - Math.min(maxAnswer, Math.ceil(window / 4))
  const needed = found.reduce((sum, { tokens }) => sum + tokens, 0)
  if (needed <= room) return all
  if (!isChosen) {
    if (needed / tolerance + frame <= window) return all
    throw tooLarge(question, llm, `the text of the document takes about ${needed} tokens`)
  }
  let taken = 0
  const texts = all.texts.filter((_, i) => {
    taken += found[i]?.tokens ?? 0
    return taken <= room
  })
  if (texts.length > 0) return { texts, omitted: found.length - texts.length }
  if (found.length === 0) return all
  const [first] = found
  const what = `its first chunk takes about ${first?.tokens ?? 0} tokens and its other words ${frame}`
  throw tooLarge(question, llm, what)
}

function tooLarge({ key }: Question, { name, llm }: OpenedLlm, what: string) {
  return badRequest(
    `The prompt “${key}” does not fit: ${what}, and “${name}” takes ${llm.contextWindow} tokens in all. Set a smaller chunk size in the profile, or choose a model that takes more.`,
  )
}
