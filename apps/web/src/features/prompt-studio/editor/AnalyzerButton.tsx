import { BarChartOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { useProjectFacts } from '../state/editor-context.ts'

/** Opens the output analyzer, which shows every document with its combined output. */
export function AnalyzerButton() {
  const { id } = useProjectFacts()
  const paths = usePaths()
  const navigate = useNavigate()
  const isRunning = useIsRunning()
  return (
    <Tooltip title={isRunning ? 'Please wait for the run to complete' : 'Output Analyzer'}>
      <Button
        aria-label="Output Analyzer"
        icon={<BarChartOutlined />}
        disabled={isRunning}
        onClick={() => void navigate({ to: paths.outputAnalyzer(id) })}
      />
    </Tooltip>
  )
}
