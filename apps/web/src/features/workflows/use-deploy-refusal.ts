import { workflowSharing } from '@recto/contract/organizations/sharing'
import { useQuery } from '@tanstack/react-query'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import { sharingOf } from '../../shared/sharing/sharing.queries.ts'
import type { Workflow } from './workflow.ts'

/**
 * Returns the reason why the user may not deploy the workflow; undefined if they may, and while it is
 * unknown. Only the server knows what the workflow uses, and is asked unless the user owns it.
 */
export function useDeployRefusal({ id, createdBy, isOwner }: Workflow): string | undefined {
  const refusalOf = useRefusalOf()
  const isForOthers = refusalOf('workflow/deploy', { created_by: createdBy, isOwner }) !== undefined
  const { data } = useQuery({ ...sharingOf(workflowSharing, id), enabled: isForOthers })
  return isForOthers ? data?.deployRight?.refusal : undefined
}
