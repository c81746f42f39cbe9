import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { MatchLine } from '../../lookups/lookups.port.ts'
import type { PromptDocument } from '../document.ts'
import { documentLookups, type PromptLookup, useDeleteAlias } from '../lookup.queries.ts'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { RowMatches } from './RowMatches.tsx'

const RememberRowDialog = lazy(async () => ({
  default: (await import('./RememberRowDialog.tsx')).RememberRowDialog,
}))

type Props = {
  readonly prompt: Prompt
  readonly document: PromptDocument
  /** Outputs of the document. */
  readonly outputs: readonly PromptOutput[]
}

/** Shows under a value which row of the lookup table it means, and why. */
export function LookupLine({ prompt, document, outputs }: Props) {
  const query = useQuery(documentLookups(document, outputs))
  if (query.error) {
    return <p role="alert">{explain(query.error, 'Failed to match the value')}</p>
  }
  const lookup = query.data?.find(({ promptId }) => promptId === prompt.id)
  if (!lookup) return null
  return (
    <div className="prompt-matches">
      <Match prompt={prompt} lookup={lookup} />
      {lookup.rows && lookup.rows.length > 0 && (
        <RowMatches prompt={prompt} lookup={lookup} rows={lookup.rows} />
      )}
    </div>
  )
}

function Match({ prompt, lookup }: { readonly prompt: Prompt; readonly lookup: PromptLookup }) {
  const [isChoosing, setChoosing] = useState(false)
  const { mutateAsync: deleteStoredAlias, isPending } = useDeleteAlias()
  const alerts = useAlerts()
  const { tableName, tableId, value, isRemembered } = lookup
  const canChoose = tableId !== undefined && value !== undefined

  async function deleteAlias(alias: { tableId: string; value: string }) {
    try {
      await deleteStoredAlias(alias)
    } catch (error) {
      alerts.showError(error, 'Failed to forget the row')
    }
  }

  return (
    <>
      <MatchLine
        fieldKey={prompt.key}
        tableName={tableName}
        status={lookup.status}
        rowKey={lookup.rowKey}
        reason={lookup.reason}
        refreshFailedAt={lookup.refreshFailedAt}
        columns={lookup.columns}
        onChoose={canChoose ? () => setChoosing(true) : undefined}
      >
        {isRemembered && canChoose && (
          <Button
            type="link"
            size="small"
            loading={isPending}
            aria-label={`Forget the row for ${prompt.key}`}
            onClick={() => void deleteAlias({ tableId, value })}
          >
            Forget
          </Button>
        )}
      </MatchLine>
      <Suspense>
        {isChoosing && canChoose && (
          <RememberRowDialog
            lookup={lookup}
            tableId={tableId}
            value={value}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </>
  )
}
