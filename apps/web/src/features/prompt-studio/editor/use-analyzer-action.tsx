import { BarChartOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { useProjectMode } from '../state/editor-context.ts'
import type { HeaderAction } from '../state/header-action.ts'

/** Opens the output analyzer, which shows every document with its combined output. */
export function useAnalyzerAction(): HeaderAction {
  const { id } = useProjectMode()
  const paths = usePaths()
  const navigate = useNavigate()
  const isRunning = useIsRunning()
  return {
    key: 'analyzer',
    label: 'Output Analyzer',
    icon: <BarChartOutlined />,
    refusal: isRunning ? 'Please wait for the run to complete' : undefined,
    run: () => void navigate({ to: paths.outputAnalyzer(id) }),
  }
}
