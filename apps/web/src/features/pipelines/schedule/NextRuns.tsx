import { dayAndTimeIn } from '../../../shared/browser/time.ts'
import { describeSchedule } from '../../../shared/schedule/describe-schedule.ts'

type Props = {
  /** Null if it only runs by hand. */
  readonly cron: string | null
  readonly timeZone: string
  readonly times: readonly string[] | undefined
  readonly failure: string | undefined
}

/** Shows a schedule and its next three runs in words. Its height is always the same. */
export function NextRuns({ cron, timeZone, times, failure }: Props) {
  return (
    <div className="next-runs" role="status">
      {cron === null ? (
        <p>It runs when somebody chooses “Sync Now”, or calls it with its key.</p>
      ) : (
        <>
          <p>{summaryOf(cron, failure)}</p>
          {times && (
            <ol aria-label="Next runs">
              {times.map((time) => (
                <li key={time}>
                  <time dateTime={time}>{dayAndTimeIn(time, timeZone)}</time>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </div>
  )
}

function summaryOf(cron: string, failure: string | undefined): string {
  if (failure !== undefined) return failure
  const summary = describeSchedule(cron)
  return summary === undefined ? 'Next runs:' : `${summary}. Next runs:`
}
