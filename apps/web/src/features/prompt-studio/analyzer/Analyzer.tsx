import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import {
  oneOf,
  textIn,
  useAddressSearch,
  useChangeAddressSearch,
} from '../../../shared/navigation/address-search.ts'
import type { PromptDocument } from '../document.ts'
import { createHighlightStore, HighlightStoreProvider } from '../outputs/highlight-store.tsx'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'
import { AnalyzerContext, type AnalyzerFacts } from './analyzer-context.ts'
import { DocumentNavigation } from './DocumentNavigation.tsx'
import { DocumentTable } from './document-table/DocumentTable.tsx'
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
  /** Link to the page where the project is edited or read. */
  readonly backLink: string
}

const views = ['one', 'documents', 'profiles'] as const
type View = (typeof views)[number]

const viewLabels: Readonly<Record<View, string>> = {
  one: 'Document',
  documents: 'All documents',
  profiles: 'LLM profiles',
}

/**
 * Shows the results of a project: a document next to its values, and all documents and profiles
 * compared.
 */
export function Analyzer({ project, profiles, documents, backLink }: Props) {
  const { document: documentParam, view: viewParam } = useAddressSearch()
  const view = oneOf(views, viewParam)
  const changeSearch = useChangeAddressSearch()
  const [highlightStore] = useState(createHighlightStore)
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set())
  const prompts = useMemo(() => project.prompts.filter(({ isNote }) => !isNote), [project])
  const findDocument = (id: string | undefined) =>
    documents.find((candidate) => candidate.id === id)
  const document =
    findDocument(textIn(documentParam)) ?? findDocument(project.selectedDocument) ?? documents[0]
  const facts = useMemo<AnalyzerFacts | undefined>(
    () =>
      document && {
        project,
        profiles,
        documents,
        document,
        fields: prompts.filter(({ id }) => !hiddenIds.has(id)),
        studioLink: backLink,
        select: (documentId) => changeSearch({ document: documentId }),
      },
    [project, profiles, documents, document, prompts, hiddenIds, backLink, changeSearch],
  )
  const isEmpty = facts === undefined || prompts.length === 0

  return (
    <div className="analyzer">
      <header className="studio-head">
        <Link to={backLink} className="studio-back" aria-label="Back to project">
          <ArrowLeftOutlined />
        </Link>
        <h1>{project.name}: Output Analyzer</h1>
        {facts && (
          <AnalyzerContext value={facts}>
            <DocumentNavigation />
          </AnalyzerContext>
        )}
        <FieldFilter prompts={prompts} hiddenIds={hiddenIds} onChange={setHiddenIds} />
      </header>
      {isEmpty ? (
        <EmptyState
          title="Nothing to analyze yet"
          explanation="Add documents and prompts to the project, then run them. The extracted values appear here."
        >
          <Link to={backLink}>
            <Button type="primary">Back to project</Button>
          </Link>
        </EmptyState>
      ) : (
        <AnalyzerContext value={facts}>
          <HighlightStoreProvider value={highlightStore}>
            <Tabs
              size="small"
              className="pane-tabs analyzer-tabs"
              activeKey={view}
              items={views.map((key) => ({ key, label: viewLabels[key] }))}
              onChange={(key) => changeSearch({ view: key })}
            />
            {view === 'one' && <FilledFields />}
            {view === 'documents' && <DocumentTable />}
            {view === 'profiles' && <ProfileMatrix />}
          </HighlightStoreProvider>
        </AnalyzerContext>
      )}
    </div>
  )
}
