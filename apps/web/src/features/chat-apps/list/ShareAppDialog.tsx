import { CopyOutlined } from '@ant-design/icons'
import { Button, Input, Modal, Space } from 'antd'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { usePaths } from '../../../shared/navigation/paths.ts'
import type { ChatApp } from '../chat-app.ts'

type Props = { readonly app: ChatApp; onClose(): void }

/** Shows the address of an app, which every member of the organization can open. */
export function ShareAppDialog({ app, onClose }: Props) {
  const copy = useCopy()
  const address = useAppAddress()(app)
  return (
    <Modal open width={520} footer={null} title={`Share ${app.displayName}`} onCancel={onClose}>
      <p>Everyone in the organization can open this link and ask the app questions.</p>
      <Space.Compact block>
        <Input readOnly aria-label="Link to the app" value={address} />
        <Button
          type="primary"
          icon={<CopyOutlined aria-hidden="true" />}
          onClick={() => void copy(address, 'Link copied to clipboard')}
        >
          Copy
        </Button>
      </Space.Compact>
    </Modal>
  )
}

/** Returns the full address of an app, for sharing it. */
export function useAppAddress(): (app: Pick<ChatApp, 'name'>) => string {
  const to = usePaths()
  return ({ name }) => new URL(to.app(name), window.location.origin).href
}
