import { previewSchedule } from '@recto/contract/pipelines/pipelines'
import { useQuery } from '@tanstack/react-query'
import { failuresByField } from '../api/refusal.ts'
import { readAs } from '../api/requests.ts'
import { useDebounced } from '../browser/use-debounced.ts'

/** The next times of a schedule. */
const schedulePreview = (cron: string, timeZone: string) =>
  readAs(
    previewSchedule,
    { query: { cron_string: cron, time_zone: timeZone } },
    ({ next_run_times }) => next_run_times,
  )

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
