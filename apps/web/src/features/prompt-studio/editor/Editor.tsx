import { omitUndefined } from '@recto/omit-undefined'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import type { PromptDocument } from '../document.ts'
import { DocumentPane } from '../documents/DocumentPane.tsx'
import { IndexingProvider } from '../documents/indexing.tsx'
import { UploadsProvider } from '../documents/uploads.tsx'
import { StartFromDocument } from '../list/StartFromDocument.tsx'
import { outputList } from '../output.queries.ts'
import { outputsOfMode, type PromptOutput } from '../output.ts'
import {
  createHighlightStore,
  HighlightStoreProvider,
  useHighlightStore,
} from '../outputs/highlight-store.tsx'
import { toHighlightId } from '../outputs/highlights.ts'
import { rootPath } from '../outputs/value-tree.ts'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'
import { RunProgress } from '../runs/RunProgress.tsx'
import { RunsProvider } from '../runs/runs.tsx'
import {
  ProjectContext,
  ProjectModeContext,
  type RunInputs,
  RunInputsContext,
  useEditor,
} from '../state/editor-context.ts'
import { useEditorSearch } from '../state/editor-search.ts'
import { UndoDeleteProvider } from '../state/undo-delete.tsx'
import { PromptPane } from './PromptPane.tsx'
import { Splitter } from './Splitter.tsx'
import { useFieldView } from './use-field-view.ts'
import './editor.css'

const noOutputs: readonly never[] = []

type RenderPrompts = (outputs: readonly PromptOutput[]) => ReactNode

type Props = {
  readonly project: Project
  readonly profiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
  /** Header with the project's name and the actions on the whole project. */
  readonly header: ReactNode
  readonly renderPrompts?: RenderPrompts
  /** Replaces the bar above the document where it is chosen and managed. */
  readonly documentBar?: ReactNode
  /** An optional third column. */
  readonly sidePanel?: ReactNode
}

/** The editor of a project: prompts on one side, the document on the other. */
export function Editor({
  project,
  profiles,
  documents,
  header,
  renderPrompts = renderPromptPane,
  documentBar,
  sidePanel,
}: Props) {
  usePageTitle(project.name)
  const { document: selectedDocumentId, field } = useEditorSearch()
  // The link of the first start opens the sample at one of its fields.
  const [isFirstVisit] = useState(field !== undefined)
  const [highlightStore] = useState(createHighlightStore)
  const { singlePass: isSinglePass, enableChallenge: isChallenged } = project
  // A document selected by another user later on must not change what is shown here.
  const [initialDocumentId] = useState(project.selectedDocument)
  const runInputs = useMemo<RunInputs>(() => {
    const findDocument = (id: string | undefined) =>
      documents.find((candidate) => candidate.id === id)
    return {
      // Profiles stay in order of creation, so that a new default does not swap the columns. A
      // single pass always uses the default profile.
      profiles: profiles.filter(({ isDefault }) => isDefault || !isSinglePass),
      allProfiles: profiles,
      documents,
      isChallenged,
      document: findDocument(selectedDocumentId) ?? findDocument(initialDocumentId) ?? documents[0],
    }
  }, [initialDocumentId, isSinglePass, isChallenged, profiles, documents, selectedDocumentId])

  const { id } = project
  const projectMode = useMemo(() => ({ id, isSinglePass }), [id, isSinglePass])

  return (
    <RunInputsContext value={runInputs}>
      {runInputs.document && (
        <PrefetchOutputs project={project} documentId={runInputs.document.id} />
      )}
      <ProjectModeContext value={projectMode}>
        <ProjectContext value={project}>
          <UndoDeleteProvider projectId={id}>
            <RunsProvider projectId={id} isSinglePass={isSinglePass}>
              <IndexingProvider>
                <UploadsProvider>
                  <HighlightStoreProvider value={highlightStore}>
                    <div className="studio">
                      {header}
                      {isFirstVisit && <StartFromDocument />}
                      <RunProgress />
                      <div className="studio-columns">
                        <Panes renderPrompts={renderPrompts} documentBar={documentBar} />
                        {sidePanel}
                      </div>
                    </div>
                  </HighlightStoreProvider>
                </UploadsProvider>
              </IndexingProvider>
            </RunsProvider>
          </UndoDeleteProvider>
        </ProjectContext>
      </ProjectModeContext>
    </RunInputsContext>
  )
}

type PrefetchProps = { readonly project: Project; readonly documentId: string }

/**
 * Requests the outputs before the panes are rendered, because rendering takes longer than the
 * request.
 */
function PrefetchOutputs({ project, documentId }: PrefetchProps) {
  usePrefetchQuery(outputList(project.id, documentId, project.singlePass))
  return null
}

const renderPromptPane: RenderPrompts = (outputs) => <PromptPane outputs={outputs} />

/** Selects the value of the field that the address names, once it is loaded. */
function useSelectFieldOfAddress(outputs: readonly PromptOutput[]): void {
  const { project } = useEditor()
  const { field } = useEditorSearch()
  const highlightStore = useHighlightStore()
  const wasSelected = useRef(false)
  const promptId = project.prompts.find(({ key }) => key === field)?.id
  const output = outputs.find((candidate) => candidate.promptId === promptId)
  useEffect(() => {
    if (!output || wasSelected.current) return
    wasSelected.current = true
    highlightStore.select(toHighlightId(output, rootPath), 'value')
  }, [output, highlightStore])
}

/** Initial width of the document in pixels, beside the table of fields. */
const DOCUMENT_WIDTH = 600

type PanesProps = Pick<Props, 'documentBar'> & { readonly renderPrompts: RenderPrompts }

function Panes({ renderPrompts, documentBar }: PanesProps) {
  const { project, document } = useEditor()
  const { data, error, refetch } = useQuery({
    ...outputList(project.id, document?.id ?? '', project.singlePass),
    enabled: document !== undefined,
  })
  const outputs = useMemo(() => outputsOfMode(data ?? noOutputs, project), [data, project])
  useSelectFieldOfAddress(outputs)
  const [fieldView] = useFieldView()
  const isTable = fieldView === 'table' && renderPrompts === renderPromptPane
  return (
    <div className="studio-panes">
      {error && (
        <p className="studio-failure" role="alert">
          {explain(error, 'Failed to fetch prompt outputs')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      <Splitter
        label="Prompt pane width"
        {...omitUndefined({ endWidth: isTable ? DOCUMENT_WIDTH : undefined })}
        start={renderPrompts(outputs)}
        end={
          <DocumentPane
            outputs={outputs}
            bar={documentBar}
            hasChecks={renderPrompts === renderPromptPane}
          />
        }
      />
    </div>
  )
}
