import type { DocumentText } from '@recto/document-text/model'
import { parseStoredDocumentText, storeDocumentText } from '@recto/document-text/stored-text'
import type { PageOutline } from '@recto/document-text/text-writer'
import type { DocumentWork } from '@recto/extraction/document-work'
import type { ListWork } from '@recto/extraction/list-work'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Context } from '../../../platform/context.ts'
import type { TextInHand } from '../../documents/documents.port.ts'
import type { Chunking } from './chunk-text.ts'
import type { Excerpt } from './excerpts-of.ts'
import {
  type Embed,
  type InputOf,
  type OperationName,
  operate,
  type ResultOf,
} from './operations.ts'
import type { ProposedValue } from './propose-values.ts'

/** A document's text and what is computed over it. */
export type OpenedText = DocumentWork &
  ListWork & {
    readonly pages: readonly PageOutline[]
    /** About how many tokens the whole text takes, and whether it has any word. */
    measure(): Promise<ResultOf<'measure'>>
    /** What the document has and its pages do not show; nothing where nobody has looked for it. */
    hiddenLines(): Promise<ResultOf<'hiddenLines'>>
    /** Names the text: another reading of the document may say something else. */
    textHash(): Promise<string>
    /** What stands in a part of a page. */
    wordsAt(part: InputOf<'wordsAt'>): Promise<ResultOf<'wordsAt'>>
    /** What is searched: the chunks, or their leaves. */
    chunks(chunking: Chunking): Promise<readonly string[]>
    searchWords(searched: InputOf<'searchWords'>): Promise<readonly Excerpt[]>
    nodesAt(places: InputOf<'nodesAt'>): Promise<readonly Excerpt[]>
    chunksNamedBy(places: InputOf<'chunksNamedBy'>): Promise<readonly Excerpt[]>
    chunksOfLeaves(places: InputOf<'chunksOfLeaves'>): Promise<readonly Excerpt[]>
    /** The rows of chunks, which an answer may cite. */
    rowsOfChunks(asked: InputOf<'rowsOfChunks'>): Promise<ResultOf<'rowsOfChunks'>>
    /** The rows that share most words with a question. */
    findQuotes(asked: InputOf<'findQuotes'>): Promise<ResultOf<'findQuotes'>>
    /** The words that a question asks for, and those of them that the text has. */
    heldWords(question: InputOf<'heldWords'>): Promise<ResultOf<'heldWords'>>
    /** Where rows stand on their pages. */
    citeRows(cited: InputOf<'citeRows'>): Promise<ResultOf<'citeRows'>>
    tellingWords(asked: InputOf<'tellingWords'>): Promise<readonly (readonly string[])[]>
    /** By the built-in extractor. */
    answerByLayout(questions: readonly Question[], embed: Embed): Promise<readonly Answer[]>
    /** By what the document carries in forms made for machines. */
    answerEmbedded(asked: InputOf<'answerEmbedded'>): Promise<ResultOf<'answerEmbedded'>>
    /** By rules of layouts that were compiled from approved documents. */
    answerByRules(asked: InputOf<'answerByRules'>): Promise<ResultOf<'answerByRules'>>
    /** Its first and its last page, as texts are stored. */
    endPages(): Promise<string>
    /** What it suggests to ask, with what the built-in extractor answers. */
    propose(): Promise<readonly ProposedValue[]>
    /** For an adapter that looks into the text itself; a large one is parsed here for it. */
    document(): Promise<DocumentText>
  }

type Given = {
  readonly text: TextInHand
  /** Names the text among all texts. */
  readonly key: string
  /** The document's, for messages. */
  readonly name: string
  /** Ends what is computed. */
  readonly signal?: AbortSignal | undefined
}

/** Of questions and replies, in letters: the values of a long one are sought one by one. */
const maxInputHere = 20_000

/** Opens a text: a small one is worked on here, a large one in a process of `compute`, where it stays for a while. */
export async function openText(
  { compute }: Pick<Context, 'compute'>,
  { text, key, name, signal }: Given,
): Promise<OpenedText> {
  const { document } = text
  const load = text.document ? async () => stored(text.document) : text.load

  async function run<Name extends OperationName>(
    operation: Name,
    input: InputOf<Name>,
    { letters = 0, embed = noEmbedding }: { letters?: number; embed?: Embed } = {},
  ): Promise<ResultOf<Name>> {
    if (document && letters <= maxInputHere) return operate(document, operation, input, embed)
    const result = await compute.run({
      key,
      load,
      operation,
      input,
      name,
      signal,
      onAsk: (texts) => embed(texts as readonly string[]),
    })
    // The process runs the same operations.
    return result as ResultOf<Name>
  }

  let whole: Promise<string> | undefined
  let hash: Promise<string> | undefined
  let measured: Promise<ResultOf<'measure'>> | undefined
  return {
    pages: (document ?? text).pages ?? (await run('outline', undefined)),
    document: async () => document ?? parsed(await load()),
    wholeText() {
      // One text for all the questions on it.
      whole ??= run('wholeText', undefined)
      return whole
    },
    hiddenLines: () => run('hiddenLines', undefined),
    measure() {
      measured ??= run('measure', undefined)
      return measured
    },
    textHash() {
      hash ??= run('textHash', undefined)
      return hash
    },
    wordsAt: (part) => run('wordsAt', part),
    chunks: (chunking) => run('chunks', chunking),
    searchWords: (searched) => run('searchWords', searched, { letters: searched.question.length }),
    nodesAt: (places) => run('nodesAt', places),
    chunksNamedBy: (places) => run('chunksNamedBy', places),
    chunksOfLeaves: (places) => run('chunksOfLeaves', places),
    rowsOfChunks: (asked) => run('rowsOfChunks', asked),
    findQuotes: (asked) => run('findQuotes', asked, { letters: asked.question.length }),
    heldWords: (question) => run('heldWords', question, { letters: question.length }),
    citeRows: (cited) => run('citeRows', cited),
    tellingWords: (asked) => run('tellingWords', asked),
    understand: (said) => run('understand', said, { letters: lettersOf(said) }),
    listWindows: (plan) => run('listWindows', plan),
    readRows: (said) => run('readRows', said, { letters: said.text.length }),
    settleList: (list) => run('settleList', list, { letters: lettersOfRows(list) }),
    propose: () => run('propose', undefined),
    answerEmbedded: (asked) => run('answerEmbedded', asked, { letters: lettersAskedOfData(asked) }),
    endPages: () => run('endPages', undefined),
    answerByRules: (asked) => run('answerByRules', asked, { letters: lettersAskedOfRules(asked) }),
    answerByLayout: (questions, embed) =>
      run('answer', questions, { letters: lettersOfPrompts(questions), embed }),
  }
}

const lettersAskedOfData = ({ questions, data }: InputOf<'answerEmbedded'>) =>
  lettersOfPrompts(questions) + data.values.length * lettersOfValue

const lettersAskedOfRules = ({ questions, layouts }: InputOf<'answerByRules'>) =>
  lettersOfPrompts(questions) + layouts.length * lettersOfLayout

function lettersOf({ text, question }: Parameters<DocumentWork['understand']>[0]): number {
  return text.length + question.prompt.length
}

/** The names of very many values are compared with the words of each question. */
const lettersOfValue = 40

/** The words of many layouts are compared with those of the document. */
const lettersOfLayout = 1000

const lettersOfPrompts = (questions: readonly Question[]) =>
  questions.reduce((sum, { prompt }) => sum + prompt.length, 0)

/** About so many each: a row is a few short values. */
const lettersOfRow = 80

const lettersOfRows = ({ given }: Parameters<ListWork['settleList']>[0]) =>
  given.reduce((sum, { rows }) => sum + rows.length * lettersOfRow, 0)

const noEmbedding: Embed = () => Promise.reject(new Error('Nothing is embedded here.'))

const stored = (document: DocumentText) => new TextEncoder().encode(storeDocumentText(document))

const parsed = (bytes: Uint8Array) => parseStoredDocumentText(new TextDecoder().decode(bytes))
