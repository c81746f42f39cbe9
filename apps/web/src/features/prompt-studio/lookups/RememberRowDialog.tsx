import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
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
  const { mutateAsync: save, isPending: isSaving } = useSaveAlias()
  const { mutateAsync: deleteAlias, isPending: isDeleting } = useDeleteAlias()
  const [failureText, setFailureText] = useState<string>()
  const { data: tables } = useQuery(allLookupTables)
  const columns = tables?.find(({ id }) => id === tableId)?.columns.map(({ name }) => name)

  /** Closes the dialog after a change, or says why it failed in place of an earlier failure. */
  async function closeAfter(change: Promise<unknown>, fallback: string) {
    setFailureText(undefined)
    try {
      await change
      onClose()
    } catch (error) {
      setFailureText(explain(error, fallback))
    }
  }

  const remember = (rowKey: string | null) =>
    closeAfter(save({ tableId, value, rowKey }), 'Failed to remember the row')
  const forget = () =>
    closeAfter(deleteAlias({ tableId, value }), 'Failed to forget the remembered row')

  return (
    <ChooseRowDialog
      value={value}
      tableName={lookup.tableName}
      columns={columns ?? []}
      candidates={lookup.candidates}
      isPending={isSaving || isDeleting}
      failureText={failureText}
      isMemoryOptional={false}
      search={(search) => lookupRows({ id: tableId, page: 1, search })}
      onChoose={(rowKey) => void remember(rowKey)}
      onForget={lookup.isRemembered ? () => void forget() : undefined}
      onClose={onClose}
    />
  )
}
