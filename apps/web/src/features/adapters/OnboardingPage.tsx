import { CheckCircleFilled } from '@ant-design/icons'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useMissingAdapterTypes } from '../../shared/session/adapter.queries.ts'
import { type AdapterList, kinds } from './kinds.ts'
import './adapters.css'

const AdapterDialog = lazy(async () => ({
  default: (await import('./AdapterDialog.tsx')).AdapterDialog,
}))

const steps = [
  { list: 'llms', title: 'Connect an LLM' },
  { list: 'vectorDbs', title: 'Connect a vector database' },
  { list: 'embedding', title: 'Choose an embedding model' },
  { list: 'textExtractor', title: 'Connect a text extractor' },
] as const satisfies readonly { list: AdapterList; title: string }[]

/** Leads a new organization to the four adapters that extraction needs. */
export function OnboardingPage() {
  usePageTitle('Set up')
  const to = usePaths()
  const navigate = useNavigate()
  const missing = useMissingAdapterTypes()
  const [connecting, setConnecting] = useState<AdapterList>()
  if (missing.length === 0) return <Navigate to={to.projects()} replace />

  return (
    <div className="page" style={{ maxWidth: 760 }}>
      <PageHeader
        title="Set up your organization"
        description="Four services read documents together. Each can be changed later in the settings."
      >
        <Button onClick={() => void navigate({ to: to.projects() })}>Complete Later</Button>
      </PageHeader>
      <ol className="sheet choice-list">
        {steps.map(({ list, title }) => (
          <li key={list}>
            <span>
              <strong>{title}</strong>
              <small className="step-description">{kinds[list].description}</small>
            </span>
            {missing.includes(kinds[list].type) ? (
              <Button
                type="primary"
                aria-label={`Connect: ${title}`}
                onClick={() => setConnecting(list)}
              >
                Connect
              </Button>
            ) : (
              <span className="step-done">
                <CheckCircleFilled aria-hidden="true" /> Configured
              </span>
            )}
          </li>
        ))}
      </ol>
      <Suspense>
        {connecting && <AdapterDialog list={connecting} onClose={() => setConnecting(undefined)} />}
      </Suspense>
    </div>
  )
}
