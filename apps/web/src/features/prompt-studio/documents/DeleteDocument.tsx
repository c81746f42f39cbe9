import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeleteDocument } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { useEditor } from '../state/editor-context.ts'
import { useChangeEditorSearch } from '../state/editor-search.ts'
import { useRemoved } from '../state/removals.tsx'

type Props = { readonly document: PromptDocument; readonly onClose: () => void }

export function DeleteDocument({ document, onClose }: Props) {
  const { document: selected } = useEditor()
  const { mutateAsync: remove } = useDeleteDocument()
  const changeSearch = useChangeEditorSearch()
  const removed = useRemoved()
  const { id, name } = document

  async function handleConfirm() {
    await remove(document)
    // Without one in the address, the first that is left is shown.
    if (selected?.id === id) changeSearch({ document: undefined })
    removed(id)
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
