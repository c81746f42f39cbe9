import { CopyOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'

type Props = { readonly text: string; readonly label: string }

export function CopyOutput({ text, label }: Props) {
  const alerts = useAlerts()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      alerts.success('Prompt output copied successfully')
    } catch (cause) {
      alerts.showError(cause, 'Failed to copy prompt output')
    }
  }

  return (
    <Tooltip title="Copy">
      <Button
        type="text"
        size="small"
        aria-label={`Copy ${label}`}
        icon={<CopyOutlined />}
        onClick={copy}
      />
    </Tooltip>
  )
}
