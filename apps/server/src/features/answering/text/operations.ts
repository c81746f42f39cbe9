import { createHash } from 'node:crypto'
import type { HiddenLine } from '@recto/contract/prompt-studio/hidden-text'
import { rowsInBox } from '@recto/document-text/blocks/rows-in-box'
import type { EmbeddedData } from '@recto/document-text/embedded'
import { type LocateTextOptions, locateText } from '@recto/document-text/locate-text'
import type { Box, DocumentText } from '@recto/document-text/model'
import { storeDocumentText } from '@recto/document-text/stored-text'
import type { PageOutline } from '@recto/document-text/text-writer'
import { type WordsInBox, wordsInBox } from '@recto/document-text/words-in-box'
import { answerFromEmbedded } from '@recto/extraction/answer-from-embedded'
import { answerFromLayout } from '@recto/extraction/answer-from-layout'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import { type CitationRequest, citeRows } from '@recto/extraction/cite-rows'
import type { CompiledLayout } from '@recto/extraction/compiled-layout'
import { findMentions, type MentionSearch } from '@recto/extraction/document-mentions'
import { type QuestionReply, understand, wholeText } from '@recto/extraction/document-work'
import {
  type ListPlan,
  type ListToMerge,
  listOperations,
  type RowsReply,
} from '@recto/extraction/list-work'
import { getNotation } from '@recto/extraction/notation'
import { omitUndefined } from '@recto/omit-undefined'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Chunking } from './chunk-text.ts'
import {
  compileLayoutGroups,
  groupTextsByLayout,
  type LayoutsToCompile,
} from './compile-layout-groups.ts'
import {
  type DistinctiveWordsRequest,
  findDistinctiveWords,
  findParentChunks,
  findReferencedChunks,
  getNodes,
  listNodes,
  type NodeSelection,
  searchWords,
  type WordSearch,
} from './document-chunks.ts'
import {
  findQuotes,
  listRowsOfChunks,
  type QuoteSearch,
  type RowSelection,
} from './document-rows.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { proposeValues } from './propose-values.ts'

export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

const measure = (document: DocumentText) => ({
  isEmpty: document.pages.every(({ words }) => words.length === 0),
  tokens: estimateTokens(wholeText(document)),
})

/** A box on a page, in points; pages count from zero. */
export type PartOfPage = { readonly page: number; readonly box: Box }

function findWordsAt({ pages }: DocumentText, { page, box }: PartOfPage): WordsInBox {
  const match = pages.find(({ number }) => number === page)
  return match ? wordsInBox(match, box) : { text: '', boxes: [] }
}

function findRowsAt({ pages }: DocumentText, { page, box }: PartOfPage) {
  const match = pages.find(({ number }) => number === page)
  return match ? rowsInBox(match, box) : []
}

export type HiddenLines = { readonly lines: readonly HiddenLine[]; readonly count: number }

/** Maximum number of lines that are listed per document; all are counted. */
const maxHiddenLines = 200

/** Descriptions of images come last, because a document may have many and they are no attempt to hide a text. */
function listHiddenLines({ pages }: DocumentText): HiddenLines {
  const lines = pages.flatMap(({ number, hidden = [] }) =>
    hidden.map((line): HiddenLine => ({ ...line, page: number, box: [...line.box] })),
  )
  const rankOf = ({ reason }: HiddenLine) => Number(reason === 'description')
  const orderedLines = lines.toSorted((a, b) => rankOf(a) - rankOf(b))
  return { lines: orderedLines.slice(0, maxHiddenLines), count: lines.length }
}

/** Finds the zero-based pages of passages of the whole text, in the order of the passages. */
function findPagesOfPassages(
  document: DocumentText,
  passages: readonly string[],
): readonly number[] {
  const text = wholeText(document)
  const pages = passages.flatMap((passage) => {
    const start = text.indexOf(passage.trim())
    if (start === -1) return []
    const firstPage = countPageEnds(text.slice(0, start))
    const lastPage = firstPage + countPageEnds(passage.trim())
    return document.pages.slice(firstPage, lastPage + 1).map(({ number }) => number)
  })
  return [...new Set(pages)]
}

/** The whole text ends each page with a form feed. */
const countPageEnds = (text: string) => text.split('\f').length - 1

type EmbeddedQuestions = {
  readonly data: EmbeddedData
  readonly questions: readonly Question[]
}

type LayoutQuestions = {
  readonly layouts: readonly { readonly id: string; readonly layout: CompiledLayout }[]
  readonly questions: readonly Question[]
}

/** The answers of the document's layout; `undefined` where it has none. */
type LayoutAnswers = {
  readonly id: string
  readonly answers: readonly Answer[]
  readonly missed: readonly string[]
}

function answerByRules(
  document: DocumentText,
  { layouts, questions }: LayoutQuestions,
): LayoutAnswers | undefined {
  const match = answerFromLayout(document, layouts, questions)
  return match && { id: match.candidate.id, answers: match.answers, missed: match.missed }
}

/** Operations on a document's text: in process when it is small, else in another process. */
export const operations = {
  outline: async (document: DocumentText, _: undefined): Promise<readonly PageOutline[]> =>
    document.pages.map(({ number, height, handwrittenRegions }) => ({
      number,
      height,
      ...omitUndefined({ handwrittenRegions }),
    })),
  measure: async (document: DocumentText, _: undefined) => measure(document),
  wholeText: async (document: DocumentText) => wholeText(document),
  hiddenLines: async (document: DocumentText, _: undefined) => listHiddenLines(document),
  warnings: async ({ warnings = [] }: DocumentText, _: undefined): Promise<readonly string[]> =>
    warnings,
  textHash: async (document: DocumentText, _: undefined) =>
    createHash('sha256').update(wholeText(document)).digest('hex'),
  pagesOfPassages: async (document: DocumentText, passages: readonly string[]) =>
    findPagesOfPassages(document, passages),
  notation: async (document: DocumentText, _: undefined) => getNotation(document),
  wordsAt: async (document: DocumentText, part: PartOfPage) => findWordsAt(document, part),
  rowsAt: async (document: DocumentText, part: PartOfPage) => findRowsAt(document, part),
  locateText: async ({ pages }: DocumentText, options: LocateTextOptions) =>
    locateText(pages, options),
  chunks: async (document: DocumentText, chunking: Chunking) => listNodes(document, chunking),
  searchWords: async (document: DocumentText, search: WordSearch) => searchWords(document, search),
  getNodes: async (document: DocumentText, selection: NodeSelection) =>
    getNodes(document, selection),
  findReferencedChunks: async (document: DocumentText, selection: NodeSelection) =>
    findReferencedChunks(document, selection),
  findParentChunks: async (document: DocumentText, selection: NodeSelection) =>
    findParentChunks(document, selection),
  findDistinctiveWords: async (document: DocumentText, request: DistinctiveWordsRequest) =>
    findDistinctiveWords(document, request),
  rowsOfChunks: async (document: DocumentText, request: RowSelection) =>
    listRowsOfChunks(document, request),
  findQuotes: async (document: DocumentText, request: QuoteSearch) => findQuotes(document, request),
  findMentions: (document: DocumentText, search: MentionSearch) => findMentions(document, search),
  citeRows: async (document: DocumentText, request: CitationRequest) => citeRows(document, request),
  understand: async (document: DocumentText, reply: QuestionReply) => understand(document, reply),
  listWindows: async (document: DocumentText, plan: ListPlan) =>
    listOperations.listWindows(document, plan),
  readRows: async (document: DocumentText, reply: RowsReply) =>
    listOperations.readRows(document, reply),
  mergeList: async (document: DocumentText, list: ListToMerge) =>
    listOperations.mergeList(document, list),
  propose: (document: DocumentText, _: undefined) => proposeValues(document),
  answerEmbedded: (document: DocumentText, { data, questions }: EmbeddedQuestions) =>
    answerFromEmbedded(document, data, questions),
  answerByRules: async (document: DocumentText, request: LayoutQuestions) =>
    answerByRules(document, request),
  endPages: async ({ pages, ...document }: DocumentText, _: undefined) =>
    storeDocumentText({
      ...document,
      pages: pages.filter((_, index) => index === 0 || index === pages.length - 1),
    }),
  compileLayouts: async (_: DocumentText, request: LayoutsToCompile) =>
    compileLayoutGroups(request),
  groupLayouts: async (_: DocumentText, { texts }: { readonly texts: readonly string[] }) =>
    groupTextsByLayout(texts),
  answer: (document: DocumentText, questions: readonly Question[], embed: Embed) =>
    answerWithoutModel(document, questions, { embed }),
}

type Operations = typeof operations
export type OperationName = keyof Operations
export type InputOf<Name extends OperationName> = Parameters<Operations[Name]>[1]
export type ResultOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>

/** Runs an operation by name. */
export function operate<Name extends OperationName>(
  document: DocumentText,
  name: Name,
  input: InputOf<Name>,
  embed: Embed,
): Promise<ResultOf<Name>> {
  // TypeScript cannot relate the name to its input and result.
  const run = operations[name] as (
    document: DocumentText,
    input: InputOf<Name>,
    embed: Embed,
  ) => Promise<ResultOf<Name>>
  return run(document, input, embed)
}
