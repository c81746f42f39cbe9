import {
  oneOf,
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'

const views = ['pdf', 'raw', 'summary', 'checks'] as const
export type View = (typeof views)[number]

const panes = ['prompts', 'combined'] as const
export type Pane = (typeof panes)[number]

/** The part of the editor's state that is stored in the URL. */
type EditorSearch = {
  readonly document: string | undefined
  readonly view: View
  readonly pane: Pane
  /** Key of the field whose value is marked when the editor opens. */
  readonly field: string | undefined
}

export function useEditorSearch(): EditorSearch {
  const { document, view, pane, field } = useAddressSearch()
  return {
    document: textIn(document),
    view: oneOf(views, view),
    pane: oneOf(panes, pane),
    field: textIn(field),
  }
}

/** Updates the URL without adding an entry to the browser's history. */
export const useChangeEditorSearch: () => (changes: Partial<EditorSearch>) => void =
  useChangeAddressSearch
