import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useRestoreItem } from '../project.queries.ts'

/** Reports that an item was deleted and offers to restore it. */
type OfferUndo = (id: string) => void

const UndoDeleteContext = createContext<OfferUndo | undefined>(undefined)

export function useOfferUndo(): OfferUndo {
  const offerUndo = use(UndoDeleteContext)
  if (!offerUndo) throw new Error('useOfferUndo needs an UndoDeleteProvider above it.')
  return offerUndo
}

type Props = { readonly projectId: string; readonly children: ReactNode }

/** Lets the user undo any deletion in the editor, from the alert or by a shortcut. */
export function UndoDeleteProvider({ projectId, children }: Props) {
  const { mutateAsync: restore } = useRestoreItem()
  const alerts = useAlerts()
  const [lastDeletedId, setLast] = useState<string>()

  const restoreItem = useCallback(
    async (id: string) => {
      setLast(undefined)
      await restore({ projectId, id }).catch((refusal) =>
        alerts.showError(refusal, 'Failed to restore the deleted item'),
      )
    },
    [alerts, projectId, restore],
  )
  const offerUndo = useCallback(
    (id: string) => {
      setLast(id)
      alerts.successWithUndo('Deleted successfully', () => void restoreItem(id))
    },
    [alerts, restoreItem],
  )
  useCommands(
    lastDeletedId === undefined
      ? []
      : [
          {
            id: 'undo-delete',
            title: 'Restore last deleted item',
            group: 'This project',
            shortcut: 'z',
            run: () => void restoreItem(lastDeletedId),
          },
        ],
  )
  return <UndoDeleteContext value={offerUndo}>{children}</UndoDeleteContext>
}
