import type { getDefaultTriad } from '@recto/contract/adapters'
import type { EndpointReply } from '@recto/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { AdapterPicker } from './AdapterPicker.tsx'
import { defaultTriad, useSetDefaultTriad } from './adapters.queries.ts'
import { FormSkeleton } from './FormSkeleton.tsx'

const slots = [
  { slot: 'llm_default', from: 'default_llm_adapter', type: 'LLM', label: 'LLM' },
  {
    slot: 'embedding_default',
    from: 'default_embedding_adapter',
    type: 'EMBEDDING',
    label: 'Embedding',
  },
  {
    slot: 'vector_db_default',
    from: 'default_vector_db_adapter',
    type: 'VECTOR_DB',
    label: 'Vector DB',
  },
  {
    slot: 'x2text_default',
    from: 'default_x2text_adapter',
    type: 'X2TEXT',
    label: 'Text Extractor',
  },
] as const

type Slot = (typeof slots)[number]['slot']

/** The adapters that new projects of this user start with. */
export function DefaultTriadPage() {
  usePageTitle('Default Triad')
  const { data: triad, error, refetch } = useQuery(defaultTriad)
  const retry = () => void refetch()

  return (
    <div className="page" style={{ maxWidth: 760 }}>
      <PageHeader
        title="Default Triad"
        description="The adapters that your new projects start with. Existing projects keep theirs."
      />
      <div className="sheet" style={{ padding: 24 }}>
        {error && (
          <FailureState error={error} fallback="Failed to fetch Default Triads" onRetry={retry} />
        )}
        {!error && !triad && <FormSkeleton />}
        {triad && <TriadForm triad={triad} />}
      </div>
    </div>
  )
}

function TriadForm({ triad }: { readonly triad: EndpointReply<typeof getDefaultTriad> }) {
  const [chosen, setChosen] = useState<Partial<Record<Slot, string>>>({})
  const save = useSetDefaultTriad()
  const alerts = useAlerts()
  const isChanged = slots.some(({ slot, from }) => chosen[slot] && chosen[slot] !== triad[from])

  function handleSave() {
    const current = slots.map(({ slot, from }) => [slot, chosen[slot] ?? triad[from]] as const)
    const body = Object.fromEntries(current.filter(([, id]) => id))
    save.mutate(
      { body },
      {
        onSuccess: () => alerts.success('Default triad setting saved successfully'),
        onError: (refusal) => alerts.failed(refusal, 'Failed to update Default Triads'),
      },
    )
  }

  return (
    <>
      {slots.map(({ slot, from, type, label }) => (
        <div key={slot} className="triad-slot">
          <label htmlFor={slot}>{label}</label>
          <AdapterPicker
            id={slot}
            type={type}
            value={chosen[slot] ?? triad[from] ?? undefined}
            onChange={(id) => setChosen({ ...chosen, [slot]: id })}
          />
        </div>
      ))}
      <div className="adapter-buttons">
        <Button type="primary" disabled={!isChanged} loading={save.isPending} onClick={handleSave}>
          Save
        </Button>
      </div>
    </>
  )
}
