import type { AdapterType } from '@recto/contract/adapters/adapters'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { FormSkeleton } from '../../shared/services/FormSkeleton.tsx'
import { AdapterPicker } from './AdapterPicker.tsx'
import type { DefaultAdapters, DefaultSlot } from './adapter.ts'
import { defaultTriad, useSetDefaultTriad } from './adapters.queries.ts'
import './adapters.css'

const slots = [
  { slot: 'llm', type: 'LLM', label: 'LLM' },
  { slot: 'embedding', type: 'EMBEDDING', label: 'Embedding' },
  { slot: 'vectorDb', type: 'VECTOR_DB', label: 'Vector DB' },
  { slot: 'textExtractor', type: 'X2TEXT', label: 'Text Extractor' },
] as const satisfies readonly { slot: DefaultSlot; type: AdapterType; label: string }[]

/** Selects the default adapters of the user's new projects. */
export function DefaultTriadPage() {
  usePageTitle('Default Triad')
  const { data: triad, error, refetch } = useQuery(defaultTriad)
  const retry = () => void refetch()

  return (
    <div className="page" style={{ maxWidth: 760 }}>
      <PageHeader
        title="Default Triad"
        description="The adapters that your new projects start with. Existing projects are not affected."
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

function TriadForm({ triad }: { readonly triad: DefaultAdapters }) {
  const [changes, setChanges] = useState<DefaultAdapters>({})
  const save = useSetDefaultTriad()
  const alerts = useAlerts()
  const isChanged = slots.some(({ slot }) => changes[slot] && changes[slot] !== triad[slot])

  function handleSave() {
    const filledEntries = Object.entries({ ...triad, ...changes }).filter(([, id]) => id)
    save.mutate(Object.fromEntries(filledEntries), {
      onSuccess: () => alerts.success('Default triad setting saved successfully'),
      onError: (refusal) => alerts.showError(refusal, 'Failed to update Default Triads'),
    })
  }

  return (
    <>
      {slots.map(({ slot, type, label }) => (
        <div key={slot} className="triad-slot">
          <label htmlFor={`triad-${slot}`}>{label}</label>
          <AdapterPicker
            id={`triad-${slot}`}
            type={type}
            value={changes[slot] ?? triad[slot] ?? undefined}
            onChange={(id) => setChanges({ ...changes, [slot]: id })}
          />
        </div>
      ))}
      <div className="service-buttons">
        <Button type="primary" disabled={!isChanged} loading={save.isPending} onClick={handleSave}>
          Save
        </Button>
      </div>
    </>
  )
}
