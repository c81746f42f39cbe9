import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ReviewTabs } from './ReviewTabs.tsx'

/** The same where a workflow is built: who may not say what is looked at may know it. */
export function WorkflowReview({ workflowId }: { readonly workflowId: string }) {
  const { role = '' } = useSignedIn()
  const mayChange = /(?:^|_)(?:admin|supervisor)$/.test(role)
  return <ReviewTabs workflowId={workflowId} isViewOnly={!mayChange} />
}
