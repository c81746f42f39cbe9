import { setImmediate } from 'node:timers/promises'
import type { DocumentText } from '@recto/document-text/model'
import { storedParts } from '@recto/document-text/stored-text'
import type { DocumentWork } from '@recto/extraction/document-work'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Context } from '../../../platform/context.ts'
import type { Chunking } from './chunk-text.ts'
import {
  type Embed,
  type InputOf,
  type OperationName,
  operate,
  type PageOutline,
  type ResultOf,
} from './operations.ts'

/** A document's text and what is computed over it. */
export type OpenedText = DocumentWork & {
  readonly pages: readonly PageOutline[]
  chunks(chunking: Chunking): Promise<readonly string[]>
  /** By the built-in extractor. */
  answerByLayout(questions: readonly Question[], embed: Embed): Promise<readonly Answer[]>
  readonly document: DocumentText
}

type Given = {
  readonly document: DocumentText
  /** Names the text among all texts. */
  readonly key: string
  /** The document's, for messages. */
  readonly name: string
}

/** A text of more takes longer to work on here than to hand over to a thread. */
const maxWordsHere = 6000
/** Of questions and replies, in letters: the values of a long one are sought one by one. */
const maxInputHere = 20_000

/** Opens a text: a small one is worked on here, a large one in a thread, where it stays for a while. */
export function openText(
  { compute }: Pick<Context, 'compute'>,
  { document, key, name }: Given,
): OpenedText {
  const words = document.pages.reduce((sum, page) => sum + page.words.length, 0)
  const isSmall = words <= maxWordsHere

  async function run<Name extends OperationName>(
    operation: Name,
    input: InputOf<Name>,
    { letters = 0, embed = noEmbedding }: { letters?: number; embed?: Embed } = {},
  ): Promise<ResultOf<Name>> {
    if (isSmall && letters <= maxInputHere) return operate(document, operation, input, embed)
    const result = await compute.run({
      key,
      load: () => storeInTurns(document),
      operation,
      input,
      name,
      onAsk: (texts) => embed(texts as readonly string[]),
    })
    // The thread runs the same operations.
    return result as ResultOf<Name>
  }

  return {
    document,
    pages: document.pages,
    wholeText: () => run('wholeText', undefined),
    chunks: (chunking) => run('chunks', chunking),
    understand: (said) => run('understand', said, { letters: lettersOf(said) }),
    answerByLayout(questions, embed) {
      const letters = questions.reduce((sum, { prompt }) => sum + prompt.length, 0)
      return run('answer', questions, { letters, embed })
    },
  }
}

function lettersOf({ text, question }: Parameters<DocumentWork['understand']>[0]): number {
  return text.length + question.prompt.length
}

const noEmbedding: Embed = () => Promise.reject(new Error('Nothing is embedded here.'))

const turnMilliseconds = 10

/** Others have their turn while a long text is written down for a thread. */
async function storeInTurns(document: DocumentText): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let start = performance.now()
  for (const part of storedParts(document)) {
    parts.push(Buffer.from(part))
    if (performance.now() - start < turnMilliseconds) continue
    await setImmediate()
    start = performance.now()
  }
  return Buffer.concat(parts)
}
