import type { Question } from '@recto/provider-spec/answer'
import { fenceText } from '../values/fence-text.ts'

type Synonyms = { readonly word: string; readonly synonyms: readonly string[] }

/** Text that a project puts around each of its questions for a model. */
export type Instructions = {
  readonly preamble: string
  readonly postamble: string
  /** Synonyms that the documents use. */
  readonly grammar: readonly Synonyms[]
}

/** Default text before every question of a new project. */
export const defaultPreamble = `You read business documents and report what they say.
Below you find one question and the text of one document, in which blanks and line breaks keep the layout of the page.
Answer from that text alone. Never use other knowledge, never guess and never complete what is missing.`

/** Default text after every question of a new project. */
export const defaultPostamble = `Reply with the answer only: no introduction, no explanation, no repetition of the question.
Copy names, numbers and identifiers exactly as they are written in the document.
If the document does not contain the answer, reply with NA and nothing else.`

/**
 * Number of characters above which the question is repeated after the text, because the model has
 * read it long before.
 */
const longText = 32_000

const jsonInstruction =
  'Reply with one valid JSON value and nothing around it. Use "NA" for parts that the document does not contain.'

const reminder = 'This was the document. What was said before it still holds.'

/**
 * Builds the prompt of one question: the preamble, the question with a sentence for each word that
 * has synonyms, the postamble, the text, and the cue to answer. The question is repeated after a
 * long text.
 */
export function assemblePrompt(
  { prompt, type }: Pick<Question, 'prompt' | 'type'>,
  { preamble, postamble, grammar }: Instructions,
  context: readonly string[],
): string {
  const question = [`Question: ${prompt}`, ...grammar.flatMap(toSynonymSentences)].join('\n')
  const ending = type === 'json' ? `${postamble}\n${jsonInstruction}`.trim() : postamble
  const document = `Document:\n${fenceText(context.join('\n'))}`
  const isLong = context.reduce((sum, text) => sum + text.length, 0) > longText
  const repeatedQuestion = isLong ? `${reminder}\nQuestion: ${prompt}` : ''
  return [preamble, question, ending, document, repeatedQuestion, 'Answer:']
    .filter(Boolean)
    .join('\n\n')
}

function toSynonymSentences({ word, synonyms }: Synonyms): readonly string[] {
  if (word === '' || synonyms.length === 0) return []
  return [
    `In this document "${word}" means the same as ${synonyms.map((synonym) => `"${synonym}"`).join(', ')}.`,
  ]
}
