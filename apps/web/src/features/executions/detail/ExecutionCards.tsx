import type { Execution } from '@recto/contract/executions'
import type { ReactNode } from 'react'
import { exactTime, relativeTime } from '../../../shared/browser/time.ts'
import { percentOf } from '../progress.ts'

/** The execution in three figures, and how far it is. */
export function ExecutionCards({ execution }: { readonly execution: Execution }) {
  const { created_at, execution_time, status } = execution
  const { total_files, successful_files, failed_files } = execution
  const done = successful_files + failed_files
  const percent = percentOf(execution)

  return (
    <>
      <dl className="execution-cards">
        <Card title="Started" note={relativeTime(created_at)}>
          <time dateTime={created_at}>{exactTime(created_at)}</time>
        </Card>
        <Card title={status === 'EXECUTING' ? 'Running for' : 'Ran for'} note="h:mm:ss">
          <span className="mono">{execution_time}</span>
        </Card>
        <Card
          title="Processed files"
          note={failed_files > 0 ? `${failed_files} failed` : 'none failed'}
          isBad={failed_files > 0}
        >
          {done} of {total_files}
        </Card>
      </dl>
      <div
        className="execution-progress"
        role="progressbar"
        aria-label="Processed files"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        title={`${percent} %`}
      >
        <div className="progress-good" style={{ flexGrow: successful_files }} />
        <div className="progress-bad" style={{ flexGrow: failed_files }} />
        <div style={{ flexGrow: Math.max(total_files - done, 0) }} />
      </div>
    </>
  )
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
