import { Progress } from 'antd'
import { useRunCounts } from './runs.tsx'

const PERCENT = 100

/** Progress bar of the current batch of runs. Takes its space even when nothing runs. */
export function RunProgress() {
  const { total, endedCount } = useRunCounts()
  const isRunning = total > endedCount
  return (
    <div className="run-progress" data-running={isRunning}>
      {isRunning && (
        <Progress
          size={{ height: 3 }}
          strokeLinecap="butt"
          showInfo={false}
          percent={Math.round((endedCount / total) * PERCENT)}
          aria-label={`${endedCount} of ${total} runs finished`}
        />
      )}
    </div>
  )
}
