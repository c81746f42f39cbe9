import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { EditorSkeleton } from './editor/EditorSkeleton.tsx'
import type { EditorParts } from './editor/parts.ts'
import { endsOf } from './editor/refusals.ts'
import { WorkflowEditor } from './editor/WorkflowEditor.tsx'
import { endsOfWorkflow, workflow as workflowQuery } from './workflows.queries.ts'

type Props = { readonly workflowId: string; readonly parts: EditorParts }

/** The editor page of a workflow: its source, its tool and its destination. */
export function WorkflowPage({ workflowId, parts }: Props) {
  const { data: workflow, error } = useQuery(workflowQuery(workflowId))
  const endpoints = useQuery(endsOfWorkflow(workflowId))
  usePageTitle(workflow?.name)

  if (error && !workflow) return <BackToList />
  if (endpoints.error && !endpoints.data) {
    const retry = () => void endpoints.refetch()
    return (
      <FailureState error={endpoints.error} fallback="Failed to get endpoints" onRetry={retry} />
    )
  }
  const ends = endpoints.data && endsOf(endpoints.data)
  if (!workflow || !ends) return <EditorSkeleton />
  return <WorkflowEditor workflow={workflow} ends={ends} parts={parts} />
}

/** Redirects to the list, where the user can continue. */
function BackToList() {
  const alerts = useAlerts()
  const navigate = useNavigate()
  const to = usePaths().workflows()

  useEffect(() => {
    alerts.warn('Failed to load the workflow')
    void navigate({ to, replace: true })
  }, [alerts, navigate, to])
  return <EditorSkeleton />
}
