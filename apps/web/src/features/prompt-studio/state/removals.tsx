import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useRestoreItem } from '../project.queries.ts'

/** Says that something was deleted, and offers to bring it back. */
type Removed = (id: string) => void

const RemovalsContext = createContext<Removed | undefined>(undefined)

export function useRemoved(): Removed {
  const removed = use(RemovalsContext)
  if (!removed) throw new Error('useRemoved needs a RemovalsProvider above it.')
  return removed
}

type Props = { readonly projectId: string; readonly children: ReactNode }

/** Every delete of the editor can be taken back, by the alert or by a key. */
export function RemovalsProvider({ projectId, children }: Props) {
  const { mutateAsync: restore } = useRestoreItem()
  const alerts = useAlerts()
  const [last, setLast] = useState<string>()

  const bringBack = useCallback(
    async (id: string) => {
      setLast(undefined)
      await restore({ projectId, id }).catch((refusal) =>
        alerts.failed(refusal, 'It could not be brought back'),
      )
    },
    [alerts, projectId, restore],
  )
  const removed = useCallback(
    (id: string) => {
      setLast(id)
      alerts.undoable('Deleted successfully', () => void bringBack(id))
    },
    [alerts, bringBack],
  )
  useCommands(
    last === undefined
      ? []
      : [
          {
            id: 'undo-delete',
            title: 'Bring back what was deleted last',
            group: 'This project',
            shortcut: 'z',
            run: () => void bringBack(last),
          },
        ],
  )
  return <RemovalsContext value={removed}>{children}</RemovalsContext>
}
