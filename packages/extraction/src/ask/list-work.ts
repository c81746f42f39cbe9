import type { DocumentText } from '@recto/document-text/model'
import type { ListSettings } from '@recto/provider-spec/answer'
import { type ListToMerge, type MergedList, mergeList } from '../lists/merge-list.ts'
import { type ParsedRows, readRows } from '../lists/read-rows.ts'
import { toSource } from '../lists/source-lines.ts'
import { findListRange, type LineWindow, splitWindows } from '../lists/windows.ts'
import { wholeText } from './document-work.ts'

export type { ListToMerge }

export type ListPlan = {
  readonly settings: ListSettings
  /** Maximum number of document tokens per window. */
  readonly tokens: number
}

export type RowsReply = { readonly text: string; readonly columns: readonly string[] }

/** Computations over one document for reading a list; a caller may run them in another thread. */
export type ListWork = {
  wholeText(): Promise<string>
  listWindows(plan: ListPlan): Promise<readonly LineWindow[]>
  readRows(reply: RowsReply): Promise<ParsedRows>
  mergeList(list: ListToMerge): Promise<MergedList>
}

/** Implementations of the `ListWork` functions. */
export const listOperations = {
  listWindows: (document: DocumentText, plan: ListPlan) => {
    const source = toSource(document)
    return splitWindows(source, findListRange(source, plan.settings), plan)
  },
  readRows: (_: DocumentText, { text, columns }: RowsReply) => readRows(text, columns),
  mergeList,
}

/** Runs the computations in the caller's thread. */
export function createListWork(document: DocumentText): ListWork {
  return {
    wholeText: async () => wholeText(document),
    listWindows: async (plan) => listOperations.listWindows(document, plan),
    readRows: async (reply) => listOperations.readRows(document, reply),
    mergeList: async (list) => listOperations.mergeList(document, list),
  }
}
