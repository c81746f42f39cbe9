import { estimateRuns } from '@recto/contract/studio-runs'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../shared/api/ask.ts'
import type { Scope } from './run.queries.ts'

/** What the values of a profile will probably take. */
export type ProfileEstimate = {
  readonly profileId: string
  readonly values: number
  readonly tokens: number
  /** Null where the price of the model is not known. */
  readonly dollars: number | null
  /** Of how many values earlier ones say so. */
  readonly known: number
}

/** Asked anew each time: what was run meanwhile says more. */
export const estimate = (projectId: string, { promptIds, documentIds, profileIds }: Scope) =>
  queryOptions({
    queryKey: ['estimate', projectId, promptIds, documentIds, profileIds],
    gcTime: 0,
    async queryFn(): Promise<readonly ProfileEstimate[]> {
      const { profiles } = await send(estimateRuns, {
        params: { tool_id: projectId },
        body: {
          prompt_ids: [...promptIds],
          document_ids: [...documentIds],
          profile_ids: [...profileIds],
        },
      })
      return profiles.map(({ profile_id, cost_in_dollars, ...counts }) => ({
        profileId: profile_id,
        dollars: cost_in_dollars,
        ...counts,
      }))
    },
  })
