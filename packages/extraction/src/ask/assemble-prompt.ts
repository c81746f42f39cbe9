import type { Question } from '@recto/provider-spec/answer'
import { fenceText } from '../values/fence-text.ts'

type Synonyms = { readonly word: string; readonly synonyms: readonly string[] }

/** Text that a project puts around each of its questions for a model. */
export type Instructions = {
  readonly preamble: string
  readonly postamble: string
  /** Synonyms that the documents use. */
  readonly grammar: readonly Synonyms[]
  /**
   * `document-first`: what all questions about a document have in common comes first, so that a
   * service can use its cache for it. Absent: the question comes before the document.
   */
  readonly order?: 'document-first'
  /** Set if images of pages come before the prompt. */
  readonly shownPages?: ShownPages
}

/** The pages of a document whose images a model gets. */
export type ShownPages = {
  /** Counted from 1; absent if they are not known, as in a replay. */
  readonly numbers?: readonly number[]
  /** Whether the model gets no text of the document. */
  readonly isTextLeftOut: boolean
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
 * long text. With the document first, preamble, postamble and text come before the question.
 */
export function assemblePrompt(
  question: Pick<Question, 'prompt' | 'type'>,
  instructions: Instructions,
  context: readonly string[],
  /** What the reply must look like, in addition to the postamble. */
  form = question.type === 'json' ? jsonInstruction : '',
): string {
  if (instructions.order === 'document-first')
    return joinParts([
      assembleSharedPart(instructions, context),
      formatQuestion(question, instructions),
      form,
      'Answer:',
    ])
  const { preamble, postamble } = instructions
  const isLong = context.reduce((sum, text) => sum + text.length, 0) > longText
  return joinParts([
    preamble,
    formatQuestion(question, instructions),
    form === '' ? postamble : `${postamble}\n${form}`.trim(),
    formatDocument(context, instructions),
    isLong ? `${reminder}\nQuestion: ${question.prompt}` : '',
    'Answer:',
  ])
}

/** The beginning that all questions about the same text have in common; empty if they have none. */
export function assembleSharedPart(instructions: Instructions, context: readonly string[]): string {
  const { preamble, postamble, order } = instructions
  if (order !== 'document-first') return ''
  return joinParts([preamble, postamble, formatDocument(context, instructions)])
}

const joinParts = (parts: readonly string[]) => parts.filter(Boolean).join('\n\n')

function formatDocument(context: readonly string[], { shownPages }: Instructions): string {
  const text = `Document:\n${fenceText(context.join('\n'))}`
  if (!shownPages) return text
  const { numbers = [], isTextLeftOut } = shownPages
  const images = `Images of pages come before this prompt, in this order: ${numbers.join(', ')}.`
  return isTextLeftOut
    ? `Document: ${images} What they show is its text.`
    : `${images} They are part of the document: what they show counts like its text.\n\n${text}`
}

const formatQuestion = ({ prompt }: Pick<Question, 'prompt'>, { grammar }: Instructions) =>
  [`Question: ${prompt}`, ...grammar.flatMap(toSynonymSentences)].join('\n')

function toSynonymSentences({ word, synonyms }: Synonyms): readonly string[] {
  if (word === '' || synonyms.length === 0) return []
  return [
    `In this document "${word}" means the same as ${synonyms.map((synonym) => `"${synonym}"`).join(', ')}.`,
  ]
}
