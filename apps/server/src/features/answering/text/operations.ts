import type { DocumentText } from '@recto/document-text/model'
import type { PageOutline } from '@recto/document-text/text-writer'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import { type SaidToQuestion, understand, wholeText } from '@recto/extraction/document-work'
import {
  type GivenList,
  type ListPlan,
  listOperations,
  type SaidRows,
} from '@recto/extraction/list-work'
import type { Question } from '@recto/provider-spec/answer'
import { type Chunking, chunkText } from './chunk-text.ts'

export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

/** What is computed over a document's text: here when it is small, else in a thread. */
export const operations = {
  outline: async (document: DocumentText, _: undefined): Promise<readonly PageOutline[]> =>
    document.pages.map(({ number, height }) => ({ number, height })),
  wholeText: async (document: DocumentText) => wholeText(document),
  chunks: async (document: DocumentText, chunking: Chunking) =>
    chunkText(wholeText(document), chunking),
  understand: async (document: DocumentText, said: SaidToQuestion) => understand(document, said),
  listWindows: async (document: DocumentText, plan: ListPlan) =>
    listOperations.listWindows(document, plan),
  readRows: async (document: DocumentText, said: SaidRows) =>
    listOperations.readRows(document, said),
  settleList: async (document: DocumentText, list: GivenList) =>
    listOperations.settleList(document, list),
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
