import {
  oneOf,
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'

export const filters = [
  'all',
  'doubtful',
  'failed',
  'not-found',
  'no-expected-value',
  'changed',
] as const
/** A selection of the fields of a project. */
export type Filter = (typeof filters)[number]

const views = ['pdf', 'raw', 'summary', 'checks'] as const
export type View = (typeof views)[number]

const panes = ['prompts', 'combined'] as const
export type Pane = (typeof panes)[number]

const improveViews = ['prompts', 'profiles'] as const
/** Names what is improved: the wording of prompts, or the profiles that answer them. */
export type ImproveTarget = (typeof improveViews)[number]

const fieldViews = ['cards', 'table'] as const
/** Names a way of showing the prompts: as cards, or as rows of a table. */
export type FieldView = (typeof fieldViews)[number]
export const isFieldView = (value: unknown): value is FieldView =>
  fieldViews.some((view) => view === value)

/** The part of the editor's state that is stored in the URL. */
type EditorSearch = {
  readonly document: string | undefined
  readonly view: View
  readonly pane: Pane
  /** Key of the field whose value is marked when the editor opens. */
  readonly field: string | undefined
  /** The view in which a link opens; undefined if it leaves the choice to the user. */
  readonly fields: FieldView | undefined
  /** The filter of the table. */
  readonly filter: Filter
  /** Id of the prompt whose row is selected. */
  readonly row: string | undefined
  /** The choice of the second value column. */
  readonly compare: string | undefined
  readonly improve: ImproveTarget
}

export function useEditorSearch(): EditorSearch {
  const { document, view, pane, field, fields, filter, row, compare, improve } = useAddressSearch()
  return {
    document: textIn(document),
    view: oneOf(views, view),
    pane: oneOf(panes, pane),
    field: textIn(field),
    fields: isFieldView(fields) ? fields : undefined,
    filter: oneOf(filters, filter),
    row: textIn(row),
    compare: textIn(compare),
    improve: oneOf(improveViews, improve),
  }
}

/** Updates the URL without adding an entry to the browser's history. */
export const useChangeEditorSearch: () => (changes: Partial<EditorSearch>) => void =
  useChangeAddressSearch
