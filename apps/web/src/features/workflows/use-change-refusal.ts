import { useQuery } from '@tanstack/react-query'
import { useRefusalOf } from '../../shared/session/refusal-of.ts'
import type { Workflow } from './workflow.ts'
import { usesOf } from './workflows.queries.ts'

/**
 * Returns the reason why the user may not change the workflow or its tool; undefined if they may,
 * while it is unknown, and for a new workflow.
 */
export function useChangeRefusal(workflow: Workflow | undefined): string | undefined {
  const refusalOf = useRefusalOf()
  const facts = {
    created_by: workflow?.createdBy ?? null,
    isOwner: workflow?.isOwner ?? false,
    isDeployed: true,
  }
  const ifDeployed = workflow && refusalOf('workflow/change', facts)
  const query = { ...usesOf(workflow?.id ?? ''), enabled: ifDeployed !== undefined }
  const { data: uses } = useQuery(query)
  return uses?.isUsed ? ifDeployed : undefined
}
