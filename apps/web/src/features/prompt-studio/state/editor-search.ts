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

/** The part of the editor's state that a link can carry. */
type EditorSearch = {
  readonly document: string | undefined
  readonly view: View
  readonly pane: Pane
}

export function useEditorSearch(): EditorSearch {
  const { document, view, pane } = useAddressSearch()
  return { document: textIn(document), view: oneOf(views, view), pane: oneOf(panes, pane) }
}

/** Changes a part of the address, without a new step in the browser's history. */
export const useChangeEditorSearch: () => (changes: Partial<EditorSearch>) => void =
  useChangeAddressSearch
