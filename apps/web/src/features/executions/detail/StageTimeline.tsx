import { formatDuration } from '../../../shared/words/measures.ts'
import type { Execution, StageDuration } from '../execution.ts'
import './stage-timeline.css'

const titles: Readonly<Record<StageDuration['stage'], string>> = {
  wait: 'Wait to start',
  read: 'Read',
  index: 'Index',
  answer: 'Answer',
  check: 'Check',
  review: 'Review',
  deliver: 'Deliver',
}

/** Shows how long the files were in each stage, waits included, as a bar and as a table. */
export function StageTimeline({ execution }: { readonly execution: Execution }) {
  const { stages, totalFiles } = execution
  if (stages.length === 0) return null
  const total = stages.reduce((sum, { seconds }) => sum + seconds, 0)
  const hasSeveralFiles = totalFiles > 1
  return (
    <section className="sheet stage-timeline" aria-labelledby="stages-of-execution">
      <h2 id="stages-of-execution">
        Time by stage{' '}
        {hasSeveralFiles && <small className="faint">of all {totalFiles} files together</small>}
      </h2>
      <div className="stage-bar" aria-hidden="true">
        {stages.map(({ stage, seconds }) => (
          <div
            key={stage}
            className="stage-part"
            data-stage={stage}
            title={`${titles[stage]}: ${formatDuration(seconds)}`}
            style={{ flexGrow: seconds / total }}
          />
        ))}
      </div>
      <table className="stage-table">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col">Time</th>
            <th scope="col">Share</th>
            {hasSeveralFiles && <th scope="col">Slowest file</th>}
          </tr>
        </thead>
        <tbody>
          {stages.map(({ stage, seconds, maxSeconds }) => (
            <tr key={stage}>
              <th scope="row">
                <span className="stage-dot" data-stage={stage} aria-hidden="true" />
                {titles[stage]}
              </th>
              <td className="figure">{formatDuration(seconds)}</td>
              <td className="figure">{formatShare(seconds / total)}</td>
              {hasSeveralFiles && <td className="figure">{formatDuration(maxSeconds)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })
const MIN_SHOWN_SHARE = 0.005

const formatShare = (share: number): string =>
  share < MIN_SHOWN_SHARE ? '< 1%' : percent.format(share)
