import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import type { PromptDocument } from '../document.ts'
import { DocumentPane } from '../documents/DocumentPane.tsx'
import { IndexingProvider } from '../documents/indexing.tsx'
import { UploadsProvider } from '../documents/uploads.tsx'
import { outputList } from '../output.queries.ts'
import type { PromptOutput } from '../output.ts'
import { createSpotlight, SpotlightProvider } from '../outputs/spotlight.tsx'
import type { LlmProfile } from '../profile.ts'
import type { Project } from '../project.ts'
import { isInPass, type Prompt } from '../prompt.ts'
import { PromptPane } from '../prompts/PromptPane.tsx'
import { RunsProvider } from '../runs/runs.tsx'
import {
  ProjectContext,
  type RunFacts,
  RunFactsContext,
  useEditor,
} from '../state/editor-context.ts'
import { useEditorSearch } from '../state/editor-search.ts'
import { EditorHeader } from './EditorHeader.tsx'
import { Splitter } from './Splitter.tsx'
import './editor.css'

type DrawPrompts = (outputs: readonly PromptOutput[]) => ReactNode

type Props = {
  readonly project: Project
  readonly profiles: readonly LlmProfile[]
  readonly documents: readonly PromptDocument[]
  /** Instead of what those have who work on it. */
  readonly header?: ReactNode
  readonly drawPrompts?: DrawPrompts
}

/** A project at work: prompts on one side, the document on the other. */
export function Editor({
  project,
  profiles,
  documents,
  header,
  drawPrompts = usualPrompts,
}: Props) {
  usePageTitle(project.name)
  const { document: wanted } = useEditorSearch()
  const [spotlight] = useState(createSpotlight)
  const { documentId, isSinglePass, isChallenged } = project
  const facts = useMemo<RunFacts>(() => {
    const byId = (id: string | undefined) => documents.find((it) => it.id === id)
    return {
      // A single pass is always under the default one.
      profiles: profiles
        .filter(({ isDefault }) => isDefault || !isSinglePass)
        .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)),
      documents,
      isChallenged,
      document: byId(wanted) ?? byId(documentId) ?? documents[0],
    }
  }, [documentId, isSinglePass, isChallenged, profiles, documents, wanted])

  return (
    <RunFactsContext value={facts}>
      {facts.document && <OutputsAhead project={project} documentId={facts.document.id} />}
      <ProjectContext value={project}>
        <RunsProvider projectId={project.id} isSinglePass={isSinglePass}>
          <IndexingProvider>
            <UploadsProvider>
              <SpotlightProvider value={spotlight}>
                <div className="studio">
                  {header ?? <EditorHeader />}
                  <Panes drawPrompts={drawPrompts} />
                </div>
              </SpotlightProvider>
            </UploadsProvider>
          </IndexingProvider>
        </RunsProvider>
      </ProjectContext>
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

function Panes({ drawPrompts }: { readonly drawPrompts: DrawPrompts }) {
  const { project, document } = useEditor()
  const { data, error } = useQuery({
    ...outputList(project.id, document?.id ?? '', project.isSinglePass),
    enabled: document !== undefined,
  })
  const outputs = useMemo(
    () => outputsOfMode(data ?? none, project.isSinglePass ? project.prompts : none),
    [data, project.isSinglePass, project.prompts],
  )
  return (
    <>
      {error && (
        <p className="studio-failure" role="alert">
          {explain(error, 'Failed to fetch prompt outputs')}
        </p>
      )}
      <Splitter
        label="Width of the prompts"
        start={drawPrompts(outputs)}
        end={<DocumentPane outputs={outputs} />}
      />
    </>
  )
}

const none: readonly never[] = []

/** Of prompts that a pass asks, what it gave; of all others what they gave by themselves. */
function outputsOfMode(
  outputs: readonly PromptOutput[],
  prompts: readonly Prompt[],
): readonly PromptOutput[] {
  const inPass = new Set(prompts.filter(isInPass).map(({ id }) => id))
  return outputs.filter(({ isSinglePass, promptId }) => isSinglePass === inPass.has(promptId))
}
