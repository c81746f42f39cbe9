import { splitForModel } from '@recto/extraction/answer-in-windows'
import { assemblePrompt, type Instructions } from '@recto/extraction/assemble-prompt'
import type { Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import { getTextToAsk, type OpenedDocument } from './opened-document.ts'
import { retrieveExcerpts } from './retrieval/retrieve-excerpts.ts'
import { estimateTokens } from './text/estimate-tokens.ts'

/**
 * Finds the texts to answer a question from, as far as they fit the context window; none for an
 * empty document.
 */
export async function findQuestionContext(
  tenant: Tenant,
  calls: CallContext,
  document: OpenedDocument,
  question: Question,
): Promise<FittedContext> {
  const { text, index, llm, settings, replacementText, album } = document
  const { isEmpty, tokens } = await text.measure()
  if (isEmpty && !album) return { texts: [], omitted: 0 }
  const imageTokens = album?.estimateTokens(llm) ?? 0
  const { instructions } = settings
  if (!index) {
    const size = replacementText === undefined ? tokens : estimateTokens(replacementText)
    const sourceText = await getTextToAsk(document)
    // A replay is compared with what the chunks of that time gave; no model is asked.
    if (calls.isReplay) return { texts: [sourceText], omitted: 0 }
    const sentTokens = settings.seenPages?.isTextLeftOut ? 0 : size
    const candidates = [{ text: sourceText, tokens: sentTokens }]
    const contextToFit = { question, instructions, candidates, imageTokens, llm }
    return fitContext({ ...contextToFit, canDropTexts: false })
  }
  const excerpts = await retrieveExcerpts(tenant, calls, {
    question,
    searcher: index,
    llm,
    settings,
  })
  const candidates = excerpts.map(({ text }) => ({ text, tokens: estimateTokens(text) }))
  const contextToFit = { question, instructions, candidates, imageTokens, llm }
  return fitContext({ ...contextToFit, canDropTexts: true })
}

type ContextToFit = {
  readonly question: Question
  readonly instructions: Instructions
  /** Candidate texts, best first, with their estimated tokens. */
  readonly candidates: readonly { readonly text: string; readonly tokens: number }[]
  /** Estimated tokens of the images that come with the texts. */
  readonly imageTokens: number
  readonly llm: OpenedLlm
  /** Whether candidates that do not fit can be left out. */
  readonly canDropTexts: boolean
}

export type FittedContext = {
  readonly texts: readonly string[]
  /** Number of candidates that did not fit. */
  readonly omitted: number
  /** The text in parts, where the model cannot read it at once. */
  readonly windows?: readonly string[]
}

/** Tokens reserved for the answer. */
const maxAnswerTokens = 1000
/** Smaller parts of a text make no sense to a model. */
const minWindowTokens = 100
/** Token estimates may be too high by this factor; a text that might just fit is tried. */
const tolerance = 1.25

/**
 * Leaves out the last chunks that do not fit into the context window. Throws 400 when not even one
 * fits beside the prompt. A whole text that cannot fit is read in parts.
 */
function fitContext({
  question,
  instructions,
  candidates,
  imageTokens,
  llm,
  canDropTexts,
}: ContextToFit): FittedContext {
  const contextWindow = llm.connection.contextWindow
  const all = { texts: candidates.map(({ text }) => text), omitted: 0 }
  if (contextWindow === 0) return all
  const promptTokens = estimateTokens(assemblePrompt(question, instructions, [])) + imageTokens
  assertImagesFit(question, llm, { imageTokens, promptTokens })
  const availableTokens =
    contextWindow - promptTokens - Math.min(maxAnswerTokens, Math.ceil(contextWindow / 4))
  const neededTokens = candidates.reduce((sum, { tokens }) => sum + tokens, 0)
  if (neededTokens <= availableTokens) return all
  if (!canDropTexts) {
    if (neededTokens / tolerance + promptTokens <= contextWindow) return all
    if (availableTokens >= minWindowTokens)
      return { ...all, windows: splitForModel(all.texts.join('\n'), availableTokens) }
    throw contextTooLargeError(
      question,
      llm,
      `the text of the document has about ${neededTokens} tokens`,
    )
  }
  let usedTokens = 0
  const texts = all.texts.filter((_, i) => {
    usedTokens += candidates[i]?.tokens ?? 0
    return usedTokens <= availableTokens
  })
  if (texts.length > 0) return { texts, omitted: candidates.length - texts.length }
  if (candidates.length === 0) return all
  const [firstCandidate] = candidates
  const reason = `its first chunk has about ${firstCandidate?.tokens ?? 0} tokens and the rest of the prompt ${promptTokens}`
  throw contextTooLargeError(question, llm, reason)
}

function assertImagesFit(
  question: Question,
  llm: OpenedLlm,
  { imageTokens, promptTokens }: { readonly imageTokens: number; readonly promptTokens: number },
): void {
  if (imageTokens === 0 || promptTokens <= llm.connection.contextWindow) return
  const reason = `the images of its pages take about ${imageTokens} tokens`
  throw contextTooLargeError(question, llm, reason)
}

function contextTooLargeError({ key }: Question, { name, connection }: OpenedLlm, reason: string) {
  return badRequest(
    `The prompt “${key}” is too long: ${reason}, but “${name}” accepts at most ${connection.contextWindow} tokens in total. Set a smaller chunk size in the profile, or choose a model with a larger context window.`,
  )
}
