import { Progress } from 'antd'
import { useRunTally } from './runs.tsx'

const HUNDRED = 100

/** How far everything has come that was started since nothing ran. Its place is kept. */
export function RunProgress() {
  const { total, ended } = useRunTally()
  const isRunning = total > ended
  return (
    <div className="run-progress" data-running={isRunning}>
      {isRunning && (
        <Progress
          size={{ height: 3 }}
          strokeLinecap="butt"
          showInfo={false}
          percent={Math.round((ended / total) * HUNDRED)}
          aria-label={`${ended} of ${total} runs have ended`}
        />
      )}
    </div>
  )
}
