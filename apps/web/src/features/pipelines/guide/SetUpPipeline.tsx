import { NodeIndexOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { usePaths } from '../../../shared/navigation/paths.ts'

/** Opens the page that sets up a pipeline. */
export function SetUpPipeline() {
  const navigate = useNavigate()
  const to = usePaths()
  return (
    <Button
      type="primary"
      icon={<NodeIndexOutlined aria-hidden="true" />}
      onClick={() => void navigate({ to: to.newPipeline() })}
    >
      Set up a pipeline
    </Button>
  )
}
