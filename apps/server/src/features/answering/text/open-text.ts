import type { DocumentText } from '@recto/document-text/model'
import { parseStoredDocumentText, storeDocumentText } from '@recto/document-text/stored-text'
import type { PageOutline } from '@recto/document-text/text-writer'
import type { DocumentWork } from '@recto/extraction/document-work'
import type { ListWork } from '@recto/extraction/list-work'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Context } from '../../../platform/context.ts'
import type { TextHandle } from '../../documents/documents.port.ts'
import type { Chunking } from './chunk-text.ts'
import type { Excerpt } from './document-chunks.ts'
import {
  type Embed,
  type InputOf,
  type OperationName,
  operate,
  type ResultOf,
} from './operations.ts'
import type { ProposedValue } from './propose-values.ts'

/** A document's text and the operations on it. */
export type OpenedText = DocumentWork &
  ListWork & {
    readonly pages: readonly PageOutline[]
    /** Estimates the tokens of the whole text and tells whether it has any word. */
    measure(): Promise<ResultOf<'measure'>>
    /** Invisible text; empty where nobody has looked for it. */
    hiddenLines(): Promise<ResultOf<'hiddenLines'>>
    /** Sentences for people that say what of the document is not in its text. */
    warnings(): Promise<readonly string[]>
    /** Hash of the text: another reading of the document may differ. */
    textHash(): Promise<string>
    /** Zero-based pages of passages of the whole text, in the order of the passages. */
    pagesOfPassages(passages: readonly string[]): Promise<readonly number[]>
    /** Notation of numbers and dates. */
    notation(): Promise<ResultOf<'notation'>>
    /** Words in a part of a page. */
    wordsAt(part: InputOf<'wordsAt'>): Promise<ResultOf<'wordsAt'>>
    /** The same words as rows of cells. */
    rowsAt(part: InputOf<'rowsAt'>): Promise<ResultOf<'rowsAt'>>
    /** Places where a text stands. */
    locateText(options: InputOf<'locateText'>): Promise<ResultOf<'locateText'>>
    /** The searched texts: chunks, or their leaves. */
    chunks(chunking: Chunking): Promise<readonly string[]>
    searchWords(search: InputOf<'searchWords'>): Promise<readonly Excerpt[]>
    getNodes(selection: InputOf<'getNodes'>): Promise<readonly Excerpt[]>
    findReferencedChunks(selection: InputOf<'findReferencedChunks'>): Promise<readonly Excerpt[]>
    findParentChunks(selection: InputOf<'findParentChunks'>): Promise<readonly Excerpt[]>
    /** The rows of chunks, which an answer may cite. */
    rowsOfChunks(request: InputOf<'rowsOfChunks'>): Promise<ResultOf<'rowsOfChunks'>>
    /** The rows that share most words with a question. */
    findQuotes(request: InputOf<'findQuotes'>): Promise<ResultOf<'findQuotes'>>
    /** The words that a question asks for, and those of them that the text has. */
    findMentions(search: InputOf<'findMentions'>): Promise<ResultOf<'findMentions'>>
    /** Positions of rows on their pages. */
    citeRows(request: InputOf<'citeRows'>): Promise<ResultOf<'citeRows'>>
    findDistinctiveWords(
      request: InputOf<'findDistinctiveWords'>,
    ): Promise<readonly (readonly string[])[]>
    /** Answers by the built-in extractor. */
    answerByBuiltInExtractor(
      questions: readonly Question[],
      embed: Embed,
    ): Promise<readonly Answer[]>
    /** Answers by machine-readable data in the document. */
    answerEmbedded(request: InputOf<'answerEmbedded'>): Promise<ResultOf<'answerEmbedded'>>
    /** Answers by rules of layouts that were compiled from approved documents. */
    answerByRules(request: InputOf<'answerByRules'>): Promise<ResultOf<'answerByRules'>>
    /** The first and the last page in stored form. */
    endPages(): Promise<string>
    /** Suggested questions, with the answers of the built-in extractor. */
    propose(): Promise<readonly ProposedValue[]>
    /**
     * The parsed text, for an adapter that reads it itself; a large one is parsed in this process.
     */
    document(): Promise<DocumentText>
  }

type TextToOpen = {
  readonly text: TextHandle
  /** Identifies the text among all texts. */
  readonly key: string
  /** Name of the document, for messages. */
  readonly name: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Maximum length of questions and replies that are processed in this process: the values of a long
 * reply are searched one by one.
 */
const maxInProcessLetters = 20_000

/**
 * Opens a text: operations on a small one run in this process, those on a large one in a `compute`
 * process, which caches it for a while.
 */
export async function openText(
  { compute }: Pick<Context, 'compute'>,
  { text, key, name, signal }: TextToOpen,
): Promise<OpenedText> {
  const { document } = text
  const load = text.document ? async () => encodeText(text.document) : text.load

  async function run<Name extends OperationName>(
    operation: Name,
    input: InputOf<Name>,
    { letters = 0, embed = rejectEmbedding }: { letters?: number; embed?: Embed } = {},
  ): Promise<ResultOf<Name>> {
    if (document && letters <= maxInProcessLetters)
      return operate(document, operation, input, embed)
    const result = await compute.run({
      key,
      load,
      operation,
      input,
      name,
      signal,
      onAsk: (texts) => embed(texts as readonly string[]),
    })
    // The process runs the same operation.
    return result as ResultOf<Name>
  }

  let wholeText: Promise<string> | undefined
  let hash: Promise<string> | undefined
  let measurement: Promise<ResultOf<'measure'>> | undefined
  return {
    pages: (document ?? text).pages ?? (await run('outline', undefined)),
    document: async () => document ?? decodeText(await load()),
    wholeText() {
      // Computed once for all questions.
      wholeText ??= run('wholeText', undefined)
      return wholeText
    },
    hiddenLines: () => run('hiddenLines', undefined),
    warnings: () => run('warnings', undefined),
    measure() {
      measurement ??= run('measure', undefined)
      return measurement
    },
    textHash() {
      hash ??= run('textHash', undefined)
      return hash
    },
    pagesOfPassages: (passages) => run('pagesOfPassages', passages),
    notation: () => run('notation', undefined),
    wordsAt: (part) => run('wordsAt', part),
    rowsAt: (part) => run('rowsAt', part),
    locateText: (options) => run('locateText', options),
    chunks: (chunking) => run('chunks', chunking),
    searchWords: (search) => run('searchWords', search, { letters: search.question.length }),
    getNodes: (selection) => run('getNodes', selection),
    findReferencedChunks: (selection) => run('findReferencedChunks', selection),
    findParentChunks: (selection) => run('findParentChunks', selection),
    rowsOfChunks: (request) => run('rowsOfChunks', request),
    findQuotes: (request) => run('findQuotes', request, { letters: request.question.length }),
    findMentions: (search) => run('findMentions', search, { letters: search.question.length }),
    citeRows: (request) => run('citeRows', request),
    findDistinctiveWords: (request) => run('findDistinctiveWords', request),
    understand: (reply) => run('understand', reply, { letters: countReplyLetters(reply) }),
    listWindows: (plan) => run('listWindows', plan),
    readRows: (reply) => run('readRows', reply, { letters: reply.text.length }),
    mergeList: (list) => run('mergeList', list, { letters: countRowLetters(list) }),
    propose: () => run('propose', undefined),
    answerEmbedded: (request) =>
      run('answerEmbedded', request, { letters: countEmbeddedLetters(request) }),
    endPages: () => run('endPages', undefined),
    answerByRules: (request) =>
      run('answerByRules', request, { letters: countRuleLetters(request) }),
    answerByBuiltInExtractor: (questions, embed) =>
      run('answer', questions, { letters: countPromptLetters(questions), embed }),
  }
}

/**
 * Assumed length of an embedded value: many values are compared with the words of each question.
 */
const lettersPerValue = 40

const countEmbeddedLetters = ({ questions, data }: InputOf<'answerEmbedded'>) =>
  countPromptLetters(questions) + data.values.length * lettersPerValue

/** Assumed length of a layout: its words are compared with those of the document. */
const lettersPerLayout = 1000

const countRuleLetters = ({ questions, layouts }: InputOf<'answerByRules'>) =>
  countPromptLetters(questions) + layouts.length * lettersPerLayout

function countReplyLetters({ text, question }: Parameters<DocumentWork['understand']>[0]): number {
  return text.length + question.prompt.length
}

const countPromptLetters = (questions: readonly Question[]) =>
  questions.reduce((sum, { prompt }) => sum + prompt.length, 0)

/** Assumed length of a row: a few short values. */
const lettersPerRow = 80

const countRowLetters = ({ batches }: Parameters<ListWork['mergeList']>[0]) =>
  batches.reduce((sum, { rows }) => sum + rows.length * lettersPerRow, 0)

const rejectEmbedding: Embed = () => Promise.reject(new Error('Nothing is embedded here.'))

const encodeText = (document: DocumentText) => new TextEncoder().encode(storeDocumentText(document))

const decodeText = (bytes: Uint8Array) => parseStoredDocumentText(new TextDecoder().decode(bytes))
