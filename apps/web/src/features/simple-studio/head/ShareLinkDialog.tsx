import { CopyOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Space } from 'antd'
import { longDay } from '../../../shared/browser/time.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'

type Props = { readonly expiresAt: string | undefined; onClose(): void }

/** Shows the address of the project for sharing it. */
export function ShareLinkDialog({ expiresAt, onClose }: Props) {
  const alerts = useAlerts()
  const link = `${window.location.origin}${window.location.pathname}`
  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      alerts.success('Link copied')
    } catch (error) {
      alerts.showError(error, 'The link could not be copied')
    }
  }
  return (
    <Modal open width={520} title="Share this project" footer={null} onCancel={onClose}>
      <p>
        Anyone with the link can view and change this project
        {expiresAt && ` until ${longDay(expiresAt)}`}.
      </p>
      <Space.Compact block>
        <Input readOnly aria-label="Project link" value={link} />
        <Button type="primary" icon={<CopyOutlined />} onClick={copy}>
          Copy
        </Button>
      </Space.Compact>
    </Modal>
  )
}
