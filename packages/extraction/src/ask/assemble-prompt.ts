import type { Question } from '@recto/provider-spec/answer'

type Synonyms = { readonly word: string; readonly synonyms: readonly string[] }

/** What a project tells a model around each of its questions. */
export type Instructions = {
  readonly preamble: string
  readonly postamble: string
  /** Words of the documents that mean the same. */
  readonly grammar: readonly Synonyms[]
}

const fence = '-----'

/** One question with its instructions and the text to answer it from. */
export function assemblePrompt(
  { prompt, type }: Pick<Question, 'prompt' | 'type'>,
  { preamble, postamble, grammar }: Instructions,
  context: readonly string[],
): string {
  const question = [`Question: ${prompt}`, ...grammar.flatMap(sentenceFor)].join('\n')
  const ending = type === 'json' ? `${postamble}\n${jsonInstruction}`.trim() : postamble
  const document = `Document:\n${fence}\n${context.join('\n')}\n${fence}`
  return [preamble, question, ending, document, 'Answer:'].filter(Boolean).join('\n\n')
}

const jsonInstruction =
  'Reply with one valid JSON value and nothing around it. Use "NA" for parts that the document does not contain.'

function sentenceFor({ word, synonyms }: Synonyms): readonly string[] {
  if (word === '' || synonyms.length === 0) return []
  return [
    `In this document "${word}" means the same as ${synonyms.map((other) => `"${other}"`).join(', ')}.`,
  ]
}
