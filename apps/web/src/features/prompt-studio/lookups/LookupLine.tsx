import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { PromptDocument } from '../document.ts'
import { documentLookups, type PromptLookup, useDeleteAlias } from '../lookup.queries.ts'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import './lookups.css'

const ChooseRowDialog = lazy(async () => ({
  default: (await import('./ChooseRowDialog.tsx')).ChooseRowDialog,
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
    return (
      <p className="lookup-line" role="alert">
        {explain(query.error, 'Failed to match the value')}
      </p>
    )
  }
  const lookup = query.data?.find(({ promptId }) => promptId === prompt.id)
  return lookup ? <Match prompt={prompt} lookup={lookup} /> : null
}

const statuses: Readonly<
  Record<PromptLookup['status'], { readonly label: string; readonly color: string }>
> = {
  matched: { label: 'Matched', color: 'success' },
  ambiguous: { label: 'Ambiguous', color: 'warning' },
  not_found: { label: 'Not in the table', color: 'error' },
  no_value: { label: 'No value', color: 'default' },
  no_table: { label: 'No table', color: 'error' },
}

function Match({ prompt, lookup }: { readonly prompt: Prompt; readonly lookup: PromptLookup }) {
  const [isChoosing, setChoosing] = useState(false)
  const { mutateAsync: deleteStoredAlias, isPending } = useDeleteAlias()
  const alerts = useAlerts()
  const { tableName, tableId, value, status, rowKey, isRemembered, reason, columns } = lookup
  const { label, color } = statuses[status]
  const addedTexts = Object.entries(columns).filter(([, text]) => text)

  async function deleteAlias(alias: { tableId: string; value: string }) {
    try {
      await deleteStoredAlias(alias)
    } catch (error) {
      alerts.showError(error, 'Failed to forget the row')
    }
  }

  return (
    <section className="lookup-line" aria-label={`Match of ${prompt.key} in ${tableName}`}>
      <Tag color={color}>{label}</Tag>
      {rowKey !== undefined && <strong className="mono">{rowKey}</strong>}
      {addedTexts.map(([column, text]) => (
        <span key={column}>
          <span className="faint">{column}:</span> {text}
        </span>
      ))}
      <span className="faint">{reason}</span>
      {tableId !== undefined && value !== undefined && (
        <Button
          type="link"
          size="small"
          aria-label={`Choose the row for ${prompt.key}`}
          onClick={() => setChoosing(true)}
        >
          {status === 'matched' ? 'Choose another row' : 'Choose a row'}
        </Button>
      )}
      {isRemembered && tableId !== undefined && value !== undefined && (
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
      <Suspense>
        {isChoosing && tableId !== undefined && value !== undefined && (
          <ChooseRowDialog
            lookup={lookup}
            tableId={tableId}
            value={value}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
