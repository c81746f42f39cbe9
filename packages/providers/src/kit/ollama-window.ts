/** Ollama allocates memory for the whole window, even if a request needs little of it. */
export const maxOllamaWindow = 65_536

/** Ollama loads a model again for another window, so there are only a few sizes. */
const minOllamaWindow = 4096

/** A request without a limit may be for a long list, whose rows need twice as many tokens as in the document. */
const defaultAnswerTokens = 8000
/** The template of the model adds a few to the prompt. */
const templateTokens = 256
/** The models that need most for an image of a page need about as many. */
const maxImageTokens = 3200

/** The texts of documents seldom have fewer bytes for each token, even where most of it is numbers. */
const carefulBytesPerToken = 2
/** The number that callers assume when they divide a long document. */
const plannedBytesPerToken = 3

type WindowRequirements = {
  /** Tokens; 0 if unknown. */
  readonly modelWindow: number
  readonly prompt: string
  readonly answerTokens: number | undefined
  readonly imageCount: number
}

/**
 * Selects a context window in which the prompt and the answer have room. It is larger than the maximum only for a prompt
 * that would not fit otherwise, because Ollama cuts off the rest of a document without a word.
 */
export function selectOllamaWindow({
  modelWindow,
  prompt,
  answerTokens = defaultAnswerTokens,
  imageCount,
}: WindowRequirements): number {
  const bytes = Buffer.byteLength(prompt)
  const otherTokens = answerTokens + templateTokens + imageCount * maxImageTokens
  return Math.min(
    modelWindow || Number.POSITIVE_INFINITY,
    roundUp(Math.ceil(bytes / carefulBytesPerToken) + otherTokens),
    Math.max(maxOllamaWindow, Math.ceil(bytes / plannedBytesPerToken) + otherTokens),
  )
}

const roundUp = (tokens: number) => Math.max(minOllamaWindow, 2 ** Math.ceil(Math.log2(tokens)))
