import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeleteDocument } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { useEditor } from '../state/editor-context.ts'
import { useChangeEditorSearch } from '../state/editor-search.ts'
import { useOfferUndo } from '../state/undo-delete.tsx'

type Props = { readonly document: PromptDocument; readonly onClose: () => void }

export function DeleteDocument({ document, onClose }: Props) {
  const { document: selected } = useEditor()
  const { mutateAsync: deleteDocument } = useDeleteDocument()
  const changeSearch = useChangeEditorSearch()
  const offerUndo = useOfferUndo()
  const { id, name } = document

  async function handleConfirm() {
    await deleteDocument(document)
    // Without a document in the URL, the first remaining one is shown.
    if (selected?.id === id) changeSearch({ document: undefined })
    offerUndo(id)
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${name}?`}
      okText="Delete"
      fallback="Failed to Delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      The document will be permanently deleted.
    </ConfirmDialog>
  )
}
