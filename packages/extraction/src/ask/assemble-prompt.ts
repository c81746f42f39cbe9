import type { Question } from '@recto/provider-spec/answer'
import { fenced } from '../values/fenced.ts'

type Synonyms = { readonly word: string; readonly synonyms: readonly string[] }

/** What a project tells a model around each of its questions. */
export type Instructions = {
  readonly preamble: string
  readonly postamble: string
  /** Words of the documents that mean the same. */
  readonly grammar: readonly Synonyms[]
}

/** In letters: a model that has read so much has the question and what was said of it far behind it. */
const longText = 32_000

/**
 * One question with its instructions and the text to answer it from: the preamble, the question with a
 * sentence for each word that has synonyms, the postamble, the text, and the cue to answer. After a long
 * text the question is said again.
 */
export function assemblePrompt(
  { prompt, type }: Pick<Question, 'prompt' | 'type'>,
  { preamble, postamble, grammar }: Instructions,
  context: readonly string[],
): string {
  const question = [`Question: ${prompt}`, ...grammar.flatMap(sentenceFor)].join('\n')
  const ending = type === 'json' ? `${postamble}\n${jsonInstruction}`.trim() : postamble
  const document = `Document:\n${fenced(context.join('\n'))}`
  const isLong = context.reduce((sum, text) => sum + text.length, 0) > longText
  const again = isLong ? `${reminder}\nQuestion: ${prompt}` : ''
  return [preamble, question, ending, document, again, 'Answer:'].filter(Boolean).join('\n\n')
}

const jsonInstruction =
  'Reply with one valid JSON value and nothing around it. Use "NA" for parts that the document does not contain.'

const reminder = 'This was the document. What was said before it still holds.'

function sentenceFor({ word, synonyms }: Synonyms): readonly string[] {
  if (word === '' || synonyms.length === 0) return []
  return [
    `In this document "${word}" means the same as ${synonyms.map((other) => `"${other}"`).join(', ')}.`,
  ]
}
