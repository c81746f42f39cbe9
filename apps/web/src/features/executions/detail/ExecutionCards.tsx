import type { ReactNode } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { costText, usageText } from '../amount.ts'
import type { Execution } from '../execution.ts'
import { percentOf } from '../progress.ts'

/** Key figures and progress of an execution. */
export function ExecutionCards({ execution }: { readonly execution: Execution }) {
  const { startedAt, duration, status, usage } = execution
  const { totalFiles, successfulFiles, failedFiles } = execution
  const done = successfulFiles + failedFiles
  const percent = percentOf(execution)

  return (
    <>
      <dl className="execution-cards">
        <Card title="Started" note={relativeTime(startedAt)}>
          <time dateTime={startedAt}>{exactTime(startedAt)}</time>
        </Card>
        <Card
          title={status === 'EXECUTING' ? 'Running for' : 'Ran for'}
          note={status === 'EXECUTING' ? 'so far' : 'in total'}
        >
          <span className="mono">{duration}</span>
        </Card>
        <Card title="Processed files" note={notesOf(execution)} isBad={failedFiles > 0}>
          {successfulFiles} of {totalFiles}
        </Card>
        {usage && (
          <Card title="Cost" note={usageText(usage)}>
            <span className="mono">{usage.cost === null ? 'Unknown' : costText(usage)}</span>
          </Card>
        )}
      </dl>
      <div
        className="execution-progress"
        role="progressbar"
        aria-label="Processed files"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        title={`${percent}%`}
      >
        <div className="progress-good" style={{ flexGrow: successfulFiles }} />
        <div className="progress-bad" style={{ flexGrow: failedFiles }} />
        <div style={{ flexGrow: Math.max(totalFiles - done, 0) }} />
      </div>
    </>
  )
}

function notesOf({ failedFiles, skippedFiles, reusedFiles, isListing }: Execution): string {
  const notes = [failedFiles > 0 ? `${failedFiles} failed` : 'none failed']
  if (skippedFiles > 0) notes.push(`${skippedFiles} already processed`)
  if (reusedFiles > 0) notes.push(`${reusedFiles} from earlier results`)
  if (isListing) notes.push('listing more files')
  return notes.join(' · ')
}

type CardProps = {
  readonly title: string
  readonly note: string
  readonly isBad?: boolean
  readonly children: ReactNode
}

function Card({ title, note, isBad = false, children }: CardProps) {
  return (
    <div className="sheet">
      <dt>{title}</dt>
      <dd>{children}</dd>
      <dd className={isBad ? 'file-failures' : 'faint'}>{note}</dd>
    </div>
  )
}
