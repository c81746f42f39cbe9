import { useCallback, useEffect, useRef, useState } from 'react'
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
  useEffect(() => () => clearTimeout(timer.current), [])

  const select = useCallback(
    (cell: CellRef | undefined) => {
      setSelectedCell(cell)
      clearTimeout(timer.current)
      const key = fields.find(({ id }) => id === cell?.fieldId)?.key
      const changes = cell ? { document: cell.documentId, field: key } : { field: undefined }
      timer.current = setTimeout(() => changeSearch(changes), ADDRESS_DELAY_MS)
    },
    [fields, changeSearch],
  )
  useFollowDocument(setSelectedCell)
  useFollowPage(setSelectedCell)
  return { selectedCell, select }
}

type SetCell = (change: (cell: CellRef | undefined) => CellRef | undefined) => void

/** Follows the buttons for the previous and the next document. */
function useFollowDocument(setCell: SetCell): void {
  const { document } = useAnalyzer()
  useEffect(() => {
    setCell((cell) => cell && { ...cell, documentId: document.id })
  }, [document.id, setCell])
}

/** Selects the field whose value is clicked on the page. */
function useFollowPage(setCell: SetCell): void {
  const highlightStore = useHighlightStore()
  useEffect(() => {
    let lastSelection = highlightStore.state.get().selection
    return highlightStore.state.subscribe(() => {
      const { selection } = highlightStore.state.get()
      if (selection === lastSelection) return
      lastSelection = selection
      const fieldId = selection?.id.split('/')[0]
      if (selection?.origin !== 'page' || fieldId === undefined) return
      setCell((cell) => cell && { ...cell, fieldId })
    })
  }, [highlightStore, setCell])
}
