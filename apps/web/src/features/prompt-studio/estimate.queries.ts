import { estimateRuns } from '@recto/contract/prompt-studio/studio-runs'
import { queryOptions } from '@tanstack/react-query'
import { send } from '../../shared/api/requests.ts'
import type { Scope } from './run.queries.ts'

/** Estimated tokens and cost of running one profile. */
export type ProfileEstimate = {
  readonly profileId: string
  readonly values: number
  readonly tokens: number
  /** Null if the price of the model is unknown. */
  readonly dollars: number | null
  /** Number of values whose estimate is based on earlier runs. */
  readonly knownCount: number
}

/** Never cached, because every run improves the estimate. */
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
      return profiles.map(({ profile_id, cost_in_dollars, known: knownCount, ...counts }) => ({
        profileId: profile_id,
        dollars: cost_in_dollars,
        knownCount,
        ...counts,
      }))
    },
  })
