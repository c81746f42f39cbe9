import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useState } from 'react'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import { textIn, useAddressSearch } from '../../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { FormSkeleton } from '../../../shared/services/FormSkeleton.tsx'
import { newestPreview } from '../../executions/executions.port.tsx'
import { endsOfWorkflow, workflow as workflowQuery } from '../../workflows/workflows.port.tsx'
import { DestinationStep } from './DestinationStep.tsx'
import { GuideDone } from './GuideDone.tsx'
import { emptyGuide, type GuideValues } from './guide-values.ts'
import { toGuide } from './load-draft.ts'
import { PreviewStep } from './PreviewStep.tsx'
import { ScheduleStep } from './ScheduleStep.tsx'
import { SourceStep } from './SourceStep.tsx'
import type { SavedDraft } from './save-draft.ts'
import { ToolStep } from './ToolStep.tsx'
import { useGuide } from './use-guide.ts'
import './guide.css'

/** Sets up a pipeline on one page: source, tool, destination, preview, schedule. */
export function GuidedPipelinePage() {
  usePageTitle('Set up a pipeline')
  const search = useAddressSearch()
  // Read once: the page itself puts the draft that it saves into the address.
  const [draftId] = useState(() => textIn(search.draft))
  const [values] = useState(() =>
    emptyGuide({
      sourceId: textIn(search.source),
      toolId: textIn(search.tool),
      destinationId: textIn(search.destination),
    }),
  )
  return (
    <div className="page guide">
      <PageHeader
        title="Set up a pipeline"
        description="Reads the files of a folder, bucket or mailbox with a tool and writes their values to a table or to files."
      />
      {draftId === undefined ? (
        <GuideSteps values={values} draft={undefined} previewId="" />
      ) : (
        <DraftSteps draftId={draftId} />
      )}
    </div>
  )
}

/** Loads a draft that was begun earlier. */
function DraftSteps({ draftId }: { readonly draftId: string }) {
  const to = usePaths()
  const workflow = useQuery({ ...workflowQuery(draftId), staleTime: Number.POSITIVE_INFINITY })
  const ends = useQuery({ ...endsOfWorkflow(draftId), staleTime: Number.POSITIVE_INFINITY })
  const preview = useQuery({ ...newestPreview(draftId), staleTime: Number.POSITIVE_INFINITY })
  const [isDraft, setDraft] = useState<boolean>()
  const error = workflow.error ?? ends.error ?? preview.error

  if (error) {
    const retry = () => {
      for (const { refetch } of [workflow, ends, preview]) void refetch()
    }
    return <FailureState error={error} fallback="Failed to load the draft" onRetry={retry} />
  }
  if (!workflow.data || !ends.data || preview.data === undefined) return <FormSkeleton />
  // Creating the pipeline on this page ends the draft, which must not replace the page.
  if (isDraft === undefined) setDraft(workflow.data.isPipelineDraft)
  if (isDraft === false) {
    return (
      <Alert
        type="info"
        showIcon
        role="status"
        title={
          <>
            This pipeline has been set up. <Link to={to.workflow(draftId)}>Open its workflow</Link>
          </>
        }
      />
    )
  }
  return <LoadedSteps {...toGuide(workflow.data, ends.data)} previewId={preview.data ?? ''} />
}

type StepsProps = {
  readonly values: GuideValues
  readonly draft: SavedDraft | undefined
  readonly previewId: string
}

/** Keeps what was loaded first: later answers contain what this page saves. */
function LoadedSteps(props: StepsProps) {
  const [start] = useState(props)
  return <GuideSteps {...start} />
}

function GuideSteps(props: StepsProps) {
  const guide = useGuide(props)
  if (guide.creation.data) return <GuideDone createdPipeline={guide.creation.data} />
  return (
    <>
      {guide.draft && <DraftNote workflowId={guide.draft.workflowId} />}
      <SourceStep guide={guide} />
      <ToolStep guide={guide} />
      <DestinationStep guide={guide} />
      <PreviewStep guide={guide} />
      <ScheduleStep guide={guide} />
    </>
  )
}

/** Says where the draft is found again. */
function DraftNote({ workflowId }: { readonly workflowId: string }) {
  const to = usePaths()
  return (
    <p className="guide-draft" role="status">
      Saved as a draft. You can leave this page and continue from the list of pipelines.{' '}
      <Link to={to.workflow(workflowId)}>Open it in the workflow editor</Link>
    </p>
  )
}
