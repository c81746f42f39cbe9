import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import type { PromptDocument } from '../document.ts'
import { DocumentPane } from '../documents/DocumentPane.tsx'
import { IndexingProvider } from '../documents/indexing.tsx'
import { UploadsProvider } from '../documents/uploads.tsx'
import { outputList } from '../output.queries.ts'
import { outputsOfMode, type PromptOutput } from '../output.ts'
import { createSpotlight, SpotlightProvider } from '../outputs/spotlight.tsx'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'
import { PromptPane } from '../prompts/PromptPane.tsx'
import { RunProgress } from '../runs/RunProgress.tsx'
import { RunsProvider } from '../runs/runs.tsx'
import {
  ProjectContext,
  ProjectFactsContext,
  type RunFacts,
  RunFactsContext,
  useEditor,
} from '../state/editor-context.ts'
import { useEditorSearch } from '../state/editor-search.ts'
import { RemovalsProvider } from '../state/removals.tsx'
import { Splitter } from './Splitter.tsx'
import './editor.css'

type DrawPrompts = (outputs: readonly PromptOutput[]) => ReactNode

type Props = {
  readonly project: Project
  readonly profiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
  /** Its name, and what can be done with it as a whole. */
  readonly header: ReactNode
  readonly drawPrompts?: DrawPrompts
  /** What stands above the document instead of the bar with which it is chosen and managed. */
  readonly documentBar?: ReactNode
  /** A third column, where there is one. */
  readonly aside?: ReactNode
}

/** A project at work: prompts on one side, the document on the other. */
export function Editor({
  project,
  profiles,
  documents,
  header,
  drawPrompts = usualPrompts,
  documentBar,
  aside,
}: Props) {
  usePageTitle(project.name)
  const { document: wanted } = useEditorSearch()
  const [spotlight] = useState(createSpotlight)
  const { isSinglePass, isChallenged } = project
  // Where somebody else goes to is theirs: it is not followed.
  const [documentId] = useState(project.documentId)
  const facts = useMemo<RunFacts>(() => {
    const byId = (id: string | undefined) => documents.find((it) => it.id === id)
    return {
      // In the order in which they were made: a new default one must not swap the columns. A single pass
      // is always under the default one.
      profiles: profiles.filter(({ isDefault }) => isDefault || !isSinglePass),
      allProfiles: profiles,
      documents,
      isChallenged,
      document: byId(wanted) ?? byId(documentId) ?? documents[0],
    }
  }, [documentId, isSinglePass, isChallenged, profiles, documents, wanted])

  const { id } = project
  const projectFacts = useMemo(() => ({ id, isSinglePass }), [id, isSinglePass])

  return (
    <RunFactsContext value={facts}>
      {facts.document && <OutputsAhead project={project} documentId={facts.document.id} />}
      <ProjectFactsContext value={projectFacts}>
        <ProjectContext value={project}>
          <RemovalsProvider projectId={id}>
            <RunsProvider projectId={id} isSinglePass={isSinglePass}>
              <IndexingProvider>
                <UploadsProvider>
                  <SpotlightProvider value={spotlight}>
                    <div className="studio">
                      {header}
                      <RunProgress />
                      <div className="studio-columns">
                        <Panes drawPrompts={drawPrompts} documentBar={documentBar} />
                        {aside}
                      </div>
                    </div>
                  </SpotlightProvider>
                </UploadsProvider>
              </IndexingProvider>
            </RunsProvider>
          </RemovalsProvider>
        </ProjectContext>
      </ProjectFactsContext>
    </RunFactsContext>
  )
}

type Ahead = { readonly project: Project; readonly documentId: string }

/** Asks for the outputs before the panes are drawn, which takes longer than the answer. */
function OutputsAhead({ project, documentId }: Ahead) {
  usePrefetchQuery(outputList(project.id, documentId, project.isSinglePass))
  return null
}

const usualPrompts: DrawPrompts = (outputs) => <PromptPane outputs={outputs} />

type PanesProps = Pick<Props, 'documentBar'> & { readonly drawPrompts: DrawPrompts }

function Panes({ drawPrompts, documentBar }: PanesProps) {
  const { project, document } = useEditor()
  const { data, error } = useQuery({
    ...outputList(project.id, document?.id ?? '', project.isSinglePass),
    enabled: document !== undefined,
  })
  const outputs = useMemo(() => outputsOfMode(data ?? none, project), [data, project])
  return (
    <div className="studio-panes">
      {error && (
        <p className="studio-failure" role="alert">
          {explain(error, 'Failed to fetch prompt outputs')}
        </p>
      )}
      <Splitter
        label="Width of the prompts"
        start={drawPrompts(outputs)}
        end={
          <DocumentPane
            outputs={outputs}
            bar={documentBar}
            hasChecks={drawPrompts === usualPrompts}
          />
        }
      />
    </div>
  )
}

const none: readonly never[] = []
