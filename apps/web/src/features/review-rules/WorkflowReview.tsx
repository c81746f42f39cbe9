import { useSignedIn } from '../../shared/session/signed-in.ts'
import { ReviewTabs } from './ReviewTabs.tsx'

/** The review settings in the workflow editor; users who may not change them can read them. */
export function WorkflowReview({ workflowId }: { readonly workflowId: string }) {
  const { role = '' } = useSignedIn()
  const mayChange = /(?:^|_)(?:admin|supervisor)$/.test(role)
  return <ReviewTabs workflowId={workflowId} isViewOnly={!mayChange} />
}
