import { useQuery } from '@tanstack/react-query'
import { allLookupTables, ChooseRowDialog, lookupRows } from '../../lookups/lookups.port.ts'
import { type PromptLookup, useDeleteAlias, useSaveAlias } from '../lookup.queries.ts'

type Props = {
  readonly lookup: Pick<PromptLookup, 'tableName' | 'candidates' | 'isRemembered'>
  readonly tableId: string
  readonly value: string
  readonly onClose: () => void
}

/** Chooses the row that a value means, which the organization then remembers. */
export function RememberRowDialog({ lookup, tableId, value, onClose }: Props) {
  const { mutateAsync: save, ...saveState } = useSaveAlias()
  const { mutateAsync: deleteAlias, ...deletion } = useDeleteAlias()
  const { data: tables } = useQuery(allLookupTables)
  const columns = tables?.find(({ id }) => id === tableId)?.columns.map(({ name }) => name)

  async function remember(rowKey: string | null) {
    try {
      await save({ tableId, value, rowKey })
      onClose()
    } catch {
      // The dialog shows the error.
    }
  }

  async function forget() {
    try {
      await deleteAlias({ tableId, value })
      onClose()
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <ChooseRowDialog
      value={value}
      tableName={lookup.tableName}
      columns={columns ?? []}
      candidates={lookup.candidates}
      isPending={saveState.isPending || deletion.isPending}
      error={saveState.error ?? deletion.error}
      isMemoryOptional={false}
      search={(search) => lookupRows({ id: tableId, page: 1, search })}
      onChoose={(rowKey) => void remember(rowKey)}
      onForget={lookup.isRemembered ? () => void forget() : undefined}
      onClose={onClose}
    />
  )
}
