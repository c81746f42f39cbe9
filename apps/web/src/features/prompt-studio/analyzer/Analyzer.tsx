import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import {
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import type { PromptDocument } from '../document.ts'
import { createSpotlight, SpotlightProvider } from '../outputs/spotlight.tsx'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'
import { AnalyzerContext, type AnalyzerFacts } from './analyzer-facts.ts'
import { DocumentMatrix } from './DocumentMatrix.tsx'
import { DocumentSteps } from './DocumentSteps.tsx'
import { FieldFilter } from './FieldFilter.tsx'
import { FilledFields } from './FilledFields.tsx'
import { ProfileMatrix } from './ProfileMatrix.tsx'
import '../documents/documents.css'
import '../editor/editor.css'
import '../outputs/outputs.css'
import './analyzer.css'

type Props = {
  readonly project: Project
  readonly profiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
  /** Where the project is edited, or read. */
  readonly back: string
}

const views = [
  { key: 'one', label: 'Document' },
  { key: 'documents', label: 'All documents' },
  { key: 'profiles', label: 'LLM profiles' },
] as const
type View = (typeof views)[number]['key']

/** What came of a project: a document beside its values, and all of them against each other. */
export function Analyzer({ project, profiles, documents, back }: Props) {
  const { document: wanted } = useAddressSearch()
  const changeSearch = useChangeAddressSearch()
  const [spotlight] = useState(createSpotlight)
  const [view, setView] = useState<View>('one')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const prompts = useMemo(() => project.prompts.filter(({ isNote }) => !isNote), [project])
  const byId = (id: string | undefined) => documents.find((it) => it.id === id)
  const document = byId(textIn(wanted)) ?? byId(project.documentId) ?? documents[0]
  const facts = useMemo<AnalyzerFacts | undefined>(
    () =>
      document && {
        ...{ project, profiles, documents, document },
        fields: prompts.filter(({ id }) => !hidden.has(id)),
        select: (documentId) => changeSearch({ document: documentId }),
      },
    [project, profiles, documents, document, prompts, hidden, changeSearch],
  )
  const isEmpty = facts === undefined || prompts.length === 0

  return (
    <div className="analyzer">
      <header className="studio-head">
        <Link to={back} className="studio-back" aria-label="Back to the project">
          <ArrowLeftOutlined />
        </Link>
        <h1>{project.name}: Output Analyzer</h1>
        {facts && (
          <AnalyzerContext value={facts}>
            <DocumentSteps />
          </AnalyzerContext>
        )}
        <FieldFilter prompts={prompts} hidden={hidden} onChange={setHidden} />
      </header>
      {isEmpty ? (
        <EmptyState
          title="Nothing to analyze yet"
          explanation="Add documents and prompts to the project and run them: their values are then shown here."
        >
          <Link to={back}>
            <Button type="primary">Back to the project</Button>
          </Link>
        </EmptyState>
      ) : (
        <AnalyzerContext value={facts}>
          <SpotlightProvider value={spotlight}>
            <Tabs
              size="small"
              className="pane-tabs analyzer-tabs"
              activeKey={view}
              items={views.map((it) => ({ ...it }))}
              onChange={(key) => setView(key as View)}
            />
            {view === 'one' && <FilledFields />}
            {view === 'documents' && <DocumentMatrix />}
            {view === 'profiles' && <ProfileMatrix />}
          </SpotlightProvider>
        </AnalyzerContext>
      )}
    </div>
  )
}
