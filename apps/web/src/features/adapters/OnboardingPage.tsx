import { CheckCircleFilled } from '@ant-design/icons'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import {
  useBuiltInAdapterTypes,
  useMissingAdapterTypes,
} from '../../shared/session/adapter.queries.ts'
import { postponeSetup } from '../../shared/session/setup-postponement.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
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

/** Guides a new organization through setting up the four adapters that extraction needs. */
export function OnboardingPage() {
  usePageTitle('Set up')
  const to = usePaths()
  const navigate = useNavigate()
  const missingTypes = useMissingAdapterTypes()
  const [typeToConnect, setTypeToConnect] = useState<AdapterList>()
  const builtIn = useBuiltInAdapterTypes()
  const { logEventsId } = useSignedIn()
  if (missingTypes.length === 0) return <Navigate to={to.projects()} replace />

  function handleLater() {
    postponeSetup(logEventsId)
    void navigate({ to: to.projects() })
  }

  return (
    <div className="page" style={{ maxWidth: 760 }}>
      <PageHeader
        title="Set up your organization"
        description="Recto uses four services to read documents. You can change each of them later in the settings."
      >
        <Button onClick={handleLater}>Complete Later</Button>
      </PageHeader>
      <ol className="sheet choice-list">
        {steps.map(({ list, title }) => (
          <li key={list}>
            <span>
              <strong>{title}</strong>
              <small className="step-description">{kinds[list].description}</small>
            </span>
            <StepState
              noun={kinds[list].noun}
              isMissing={missingTypes.includes(kinds[list].type)}
              isBuiltIn={builtIn.includes(kinds[list].type)}
              onConnect={() => setTypeToConnect(list)}
            />
          </li>
        ))}
      </ol>
      <Suspense>
        {typeToConnect && (
          <AdapterDialog list={typeToConnect} onClose={() => setTypeToConnect(undefined)} />
        )}
      </Suspense>
    </div>
  )
}

type StepProps = {
  readonly noun: string
  readonly isMissing: boolean
  readonly isBuiltIn: boolean
  onConnect(): void
}

function StepState({ noun, isMissing, isBuiltIn, onConnect }: StepProps) {
  if (isMissing) {
    return (
      <Button type="primary" aria-label={`Connect ${noun}`} onClick={onConnect}>
        Connect
      </Button>
    )
  }
  return (
    <span className="step-state">
      <span className="step-done">
        <CheckCircleFilled aria-hidden="true" /> Configured
      </span>
      {isBuiltIn && (
        <>
          <small className="faint">Built-in</small>
          <Button aria-label={`Connect another ${noun}`} onClick={onConnect}>
            Connect another
          </Button>
        </>
      )}
    </span>
  )
}
