import { useQuery } from '@tanstack/react-query'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { schedulePreview } from '../pipelines.queries.ts'

const DEBOUNCE_MS = 400

type SchedulePreview = {
  readonly times: readonly string[] | undefined
  /** The server gives this reason when it does not accept the expression. */
  readonly refusal: string | undefined
}

/** Asks the server for the next times of a schedule, once the user has stopped typing. */
export function useSchedulePreview(cron: string, timeZone: string): SchedulePreview {
  const debouncedCron = useDebounced(cron, DEBOUNCE_MS)
  const { data, error } = useQuery({
    ...schedulePreview(debouncedCron, timeZone),
    enabled: debouncedCron.trim() !== '',
    retry: false,
  })
  if (debouncedCron !== cron) return { times: undefined, refusal: undefined }
  const failures = failuresByField(error)
  return { times: data, refusal: failures.get('cron') ?? failures.get('cron_string') }
}
