import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../shared/layout/PageSkeleton.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { formatDuration } from '../../shared/words/measures.ts'
import { labelOfWord } from '../../shared/words/word-label.ts'
import { amountOf } from './metric.ts'
import { recentActivity } from './metrics.queries.ts'

/** Lists the most recently started files with links to their executions. */
export function RecentActivity() {
  const to = usePaths()
  const { data: files, error, refetch } = useQuery(recentActivity())

  if (error && !files) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load recent files" onRetry={retry} />
  }
  if (!files) return <ListSkeleton />
  if (files.length === 0) return null
  return (
    <section className="metric-activity" aria-labelledby="recent-activity">
      <h2 id="recent-activity">Recent files</h2>
      <div className="bar-table">
        <table>
          <thead>
            <tr>
              {['File', 'Workflow', 'Status', 'Time', 'Tokens', 'Cost'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.id}>
                <th scope="row">
                  <Link to={to.executionLog(file.entity, file.executionId)}>{file.fileName}</Link>
                </th>
                <td>{file.workflow}</td>
                <td>{labelOfWord(file.status)}</td>
                <td>{file.seconds === null ? '–' : formatDuration(file.seconds)}</td>
                <td>{amountOf('llm_calls', file.tokens)}</td>
                <td>{amountOf('llm_usage', file.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
