import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import {
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../../shared/navigation/address-search.ts'
import { useHighlightStore } from '../../outputs/highlight-store.tsx'
import type { Prompt } from '../../prompt.ts'
import { useAnalyzer } from '../analyzer-context.ts'

/** The cell that was selected last. */
export type CellRef = { readonly documentId: string; readonly fieldId: string }

type SelectedCell = {
  /** Undefined until a cell is selected, and after the document was closed. */
  readonly selectedCell: CellRef | undefined
  select(cell: CellRef | undefined): void
}

/** Time after which the cell is written to the address. It must not delay the keys. */
const ADDRESS_DELAY_MS = 250

/** The selected cell, which the address holds as the id of the document and the key of the field. */
export function useSelectedCell(fields: readonly Prompt[]): SelectedCell {
  const { document } = useAnalyzer()
  const { field: keyInAddress } = useAddressSearch()
  const changeSearch = useChangeAddressSearch()
  const [selectedCell, setSelectedCell] = useState<CellRef | undefined>(() => {
    const field = fields.find(({ key }) => key === textIn(keyInAddress))
    return field && { documentId: document.id, fieldId: field.id }
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Another page must not get the search parameters of this one.
  useEffect(() => () => clearTimeout(timer.current), [])
  const lastDocumentId = useRef(document.id)

  const select = useCallback(
    (cell: CellRef | undefined, isDocumentInAddress = false) => {
      setSelectedCell(cell)
      clearTimeout(timer.current)
      const field = fields.find(({ id }) => id === cell?.fieldId)?.key
      timer.current = setTimeout(() => {
        if (!cell || isDocumentInAddress) return changeSearch({ field })
        lastDocumentId.current = cell.documentId
        changeSearch({ document: cell.documentId, field })
      }, ADDRESS_DELAY_MS)
    },
    [fields, changeSearch],
  )
  const selection = useRef<Selection>({ selectedCell, select })
  selection.current = { selectedCell, select }
  useFollowDocument(selection, lastDocumentId)
  useFollowPage(selection)
  return { selectedCell, select }
}

type Selection = SelectedCell & {
  /** A document that is in the address already is not written again. */
  select(cell: CellRef | undefined, isDocumentInAddress?: boolean): void
}
type SelectionRef = RefObject<Selection>

/**
 * Follows the buttons for the previous and the next document. A document that this hook has written itself is
 * ignored: the keys may have left it before it is in the address.
 */
function useFollowDocument(selection: SelectionRef, lastDocumentId: RefObject<string>): void {
  const { document } = useAnalyzer()
  useEffect(() => {
    if (document.id === lastDocumentId.current) return
    lastDocumentId.current = document.id
    const { selectedCell, select } = selection.current
    if (selectedCell) select({ ...selectedCell, documentId: document.id }, true)
  }, [document.id, selection, lastDocumentId])
}

/** Selects the field whose value is clicked on the page. */
function useFollowPage(selection: SelectionRef): void {
  const highlightStore = useHighlightStore()
  useEffect(() => {
    let lastHighlight = highlightStore.state.get().selection
    return highlightStore.state.subscribe(() => {
      const { selection: highlight } = highlightStore.state.get()
      if (highlight === lastHighlight) return
      lastHighlight = highlight
      const fieldId = highlight?.id.split('/')[0]
      if (highlight?.origin !== 'page' || fieldId === undefined) return
      const { selectedCell, select } = selection.current
      if (selectedCell) select({ ...selectedCell, fieldId })
    })
  }, [highlightStore, selection])
}
