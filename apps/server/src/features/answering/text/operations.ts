import { createHash } from 'node:crypto'
import type { HiddenLine } from '@recto/contract/hidden-text'
import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Box, DocumentText } from '@recto/document-text/model'
import { storeDocumentText } from '@recto/document-text/stored-text'
import type { PageOutline } from '@recto/document-text/text-writer'
import { type WordsInBox, wordsInBox } from '@recto/document-text/words-in-box'
import { answerFromEmbedded } from '@recto/extraction/answer-from-embedded'
import { answerFromLayout } from '@recto/extraction/answer-from-layout'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import { citeRows } from '@recto/extraction/cite-rows'
import type { CompiledLayout } from '@recto/extraction/compiled-layout'
import { type SaidToQuestion, understand, wholeText } from '@recto/extraction/document-work'
import {
  type GivenList,
  type ListPlan,
  listOperations,
  type SaidRows,
} from '@recto/extraction/list-work'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Chunking } from './chunk-text.ts'
import { compileLayouts, type LayoutsToCompile } from './compile-layouts.ts'
import { estimateTokens } from './estimate-tokens.ts'
import {
  chunksNamedBy,
  chunksOfLeaves,
  nodesAt,
  nodesOf,
  searchWords,
  tellingWords,
} from './excerpts-of.ts'
import { proposeValues } from './propose-values.ts'
import { findQuotes, heldWords, rowsOfChunks } from './rows-of-text.ts'

export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

/** How much there is to read. */
const measure = (document: DocumentText) => ({
  isEmpty: document.pages.every(({ words }) => words.length === 0),
  tokens: estimateTokens(wholeText(document)),
})

/** A part of a page of a document; both in points, the page from zero. */
export type PartOfPage = { readonly page: number; readonly box: Box }

function wordsAt({ pages }: DocumentText, { page, box }: PartOfPage): WordsInBox {
  const found = pages.find(({ number }) => number === page)
  return found ? wordsInBox(found, box) : { text: '', boxes: [] }
}

export type HiddenLines = { readonly lines: readonly HiddenLine[]; readonly count: number }

/** Of a document; all of them are counted. */
const mostHidden = 200

function hiddenLines({ pages }: DocumentText): HiddenLines {
  const lines: HiddenLine[] = []
  let count = 0
  for (const { number, hidden = [] } of pages) {
    count += hidden.length
    for (const { text, box, reason } of hidden.slice(0, mostHidden - lines.length))
      lines.push({ page: number, text, box: [...box], reason })
  }
  return { lines, count }
}

type AskedOfData = {
  readonly data: EmbeddedData
  readonly questions: readonly Question[]
}

type AskedOfLayouts = {
  readonly layouts: readonly { readonly id: string; readonly layout: CompiledLayout }[]
  readonly questions: readonly Question[]
}

/** What the layout of the document says; nothing where it is of none. */
type SaidByRules = {
  readonly id: string
  readonly answers: readonly Answer[]
  readonly missed: readonly string[]
}

function answerByRules(
  document: DocumentText,
  { layouts, questions }: AskedOfLayouts,
): SaidByRules | undefined {
  const found = answerFromLayout(document, layouts, questions)
  return found && { id: found.one.id, answers: found.answers, missed: found.missed }
}

type AtPlaces = Parameters<typeof nodesAt>[1]

/** What is computed over a document's text: here when it is small, else in another process. */
export const operations = {
  outline: async (document: DocumentText, _: undefined): Promise<readonly PageOutline[]> =>
    document.pages.map(({ number, height }) => ({ number, height })),
  measure: async (document: DocumentText, _: undefined) => measure(document),
  wholeText: async (document: DocumentText) => wholeText(document),
  hiddenLines: async (document: DocumentText, _: undefined) => hiddenLines(document),
  textHash: async (document: DocumentText, _: undefined) =>
    createHash('sha256').update(wholeText(document)).digest('hex'),
  wordsAt: async (document: DocumentText, part: PartOfPage) => wordsAt(document, part),
  chunks: async (document: DocumentText, chunking: Chunking) => nodesOf(document, chunking),
  searchWords: async (document: DocumentText, searched: Parameters<typeof searchWords>[1]) =>
    searchWords(document, searched),
  nodesAt: async (document: DocumentText, places: AtPlaces) => nodesAt(document, places),
  chunksNamedBy: async (document: DocumentText, places: AtPlaces) =>
    chunksNamedBy(document, places),
  chunksOfLeaves: async (document: DocumentText, places: AtPlaces) =>
    chunksOfLeaves(document, places),
  tellingWords: async (document: DocumentText, asked: Parameters<typeof tellingWords>[1]) =>
    tellingWords(document, asked),
  rowsOfChunks: async (document: DocumentText, asked: Parameters<typeof rowsOfChunks>[1]) =>
    rowsOfChunks(document, asked),
  findQuotes: async (document: DocumentText, asked: Parameters<typeof findQuotes>[1]) =>
    findQuotes(document, asked),
  heldWords: async (document: DocumentText, question: string) => heldWords(document, question),
  citeRows: async (document: DocumentText, cited: Parameters<typeof citeRows>[1]) =>
    citeRows(document, cited),
  understand: async (document: DocumentText, said: SaidToQuestion) => understand(document, said),
  listWindows: async (document: DocumentText, plan: ListPlan) =>
    listOperations.listWindows(document, plan),
  readRows: async (document: DocumentText, said: SaidRows) =>
    listOperations.readRows(document, said),
  settleList: async (document: DocumentText, list: GivenList) =>
    listOperations.settleList(document, list),
  propose: (document: DocumentText, _: undefined) => proposeValues(document),
  answerEmbedded: (document: DocumentText, { data, questions }: AskedOfData) =>
    answerFromEmbedded(document, data, questions),
  answerByRules: async (document: DocumentText, asked: AskedOfLayouts) =>
    answerByRules(document, asked),
  endPages: async ({ pages, ...document }: DocumentText, _: undefined) =>
    storeDocumentText({
      ...document,
      pages: pages.filter((_, i) => i === 0 || i === pages.length - 1),
    }),
  compileLayouts: async (_: DocumentText, asked: LayoutsToCompile) => compileLayouts(asked),
  answer: (document: DocumentText, questions: readonly Question[], embed: Embed) =>
    answerWithoutModel(document, questions, { embed }),
}

type Operations = typeof operations
export type OperationName = keyof Operations
export type InputOf<Name extends OperationName> = Parameters<Operations[Name]>[1]
export type ResultOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>

/** Runs the operation of that name, whatever its input is. */
export function operate<Name extends OperationName>(
  document: DocumentText,
  name: Name,
  input: InputOf<Name>,
  embed: Embed,
): Promise<ResultOf<Name>> {
  // TypeScript does not follow that the name, the input and the result belong together.
  const run = operations[name] as (
    document: DocumentText,
    input: InputOf<Name>,
    embed: Embed,
  ) => Promise<ResultOf<Name>>
  return run(document, input, embed)
}
