import type { DocumentText } from '@recto/document-text/model'
import type { ListSettings } from '@recto/provider-spec/answer'
import { type ReadRows, readRows } from '../lists/read-rows.ts'
import { type GivenList, type SettledList, settleList } from '../lists/settle-list.ts'
import { sourceOf } from '../lists/source-lines.ts'
import { type ListWindow, rangeOf, windowsOf } from '../lists/windows.ts'

export type { GivenList }

export type ListPlan = {
  readonly settings: ListSettings
  /** Maximum number of document tokens per window. */
  readonly tokens: number
}

export type SaidRows = { readonly text: string; readonly columns: readonly string[] }

/** Computations over one document for reading a list; a caller may run them in another thread. */
export type ListWork = {
  wholeText(): Promise<string>
  listWindows(plan: ListPlan): Promise<readonly ListWindow[]>
  readRows(said: SaidRows): Promise<ReadRows>
  settleList(list: GivenList): Promise<SettledList>
}

/** Implementations of the `ListWork` functions. */
export const listOperations = {
  listWindows: (document: DocumentText, plan: ListPlan) => {
    const source = sourceOf(document)
    return windowsOf(source, rangeOf(source, plan.settings), plan)
  },
  readRows: (_: DocumentText, { text, columns }: SaidRows) => readRows(text, columns),
  settleList,
}
