import type { PromptDocument } from '@recto/contract/prompt-documents'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { useDeleteDocument } from '../prompt-studio.queries.ts'
import { useEditor } from '../state/editor-context.ts'
import { useChangeEditorSearch } from '../state/editor-search.ts'

type Props = { readonly document: PromptDocument; readonly onClose: () => void }

export function DeleteDocument({ document, onClose }: Props) {
  const { document: selected } = useEditor()
  const { mutateAsync: remove } = useDeleteDocument()
  const changeSearch = useChangeEditorSearch()
  const alerts = useAlerts()
  const { document_id, document_name, tool } = document

  async function handleConfirm() {
    await remove({ params: { tool_id: tool }, body: { document_id } })
    // Without one in the address, the first that is left is shown.
    if (selected?.document_id === document_id) changeSearch({ document: undefined })
    alerts.success('Deleted successfully')
  }

  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${document_name}?`}
      okText="Delete"
      fallback="Failed to delete"
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      The document will be permanently deleted.
    </ConfirmDialog>
  )
}
