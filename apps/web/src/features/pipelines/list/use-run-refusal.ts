import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import type { Pipeline } from '../pipeline.ts'

/** Returns the reason why the user cannot run the pipeline now, if any. */
export function useRunRefusal({ isActive, createdBy }: Pipeline): string | undefined {
  const refusalOf = useRefusalOf()
  return isActive
    ? refusalOf('pipeline/run', { created_by: createdBy })
    : 'The pipeline is disabled'
}
