import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal } from 'antd'
import { explain } from '../../../shared/api/refusal.ts'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Project } from '../project.ts'
import { useStartShare, useStopShare } from '../share.queries.ts'

type Props = { readonly project: Project; onClose(): void }

/**
 * Asks for confirmation before a project gets a public link. If it has one, shows it and can revoke
 * it.
 */
export function PublicShareDialog({ project, onClose }: Props) {
  return project.shareId ? (
    <ShareLink project={project} shareId={project.shareId} onClose={onClose} />
  ) : (
    <StartShare project={project} onClose={onClose} />
  )
}

function StartShare({ project, onClose }: Props) {
  const start = useStartShare()
  const alerts = useAlerts()

  async function createLink() {
    await start.mutateAsync(project.id)
    alerts.success('Project shared sucessfully.')
  }

  return (
    <Modal
      open
      width={460}
      title="Share the project publicly?"
      okText="Share"
      okButtonProps={{ loading: start.isPending }}
      onOk={() => void createLink().catch(() => {})}
      onCancel={onClose}
    >
      <p className="export-text">
        Anyone with the link can view the prompts, documents and results without an account, but
        cannot change anything. You can stop sharing at any time.
      </p>
      {start.error && <Failure words={explain(start.error, 'Failed to generate share link')} />}
    </Modal>
  )
}

const Failure = ({ words }: { readonly words: string }) => (
  <Alert type="error" showIcon role="alert" style={{ marginTop: 12 }} title={words} />
)

type LinkProps = Props & { readonly shareId: string }

function ShareLink({ shareId, onClose }: LinkProps) {
  const stop = useStopShare()
  const copy = useCopy()
  const alerts = useAlerts()
  const link = new URL(`/promptStudio/share/${shareId}`, window.location.href).href

  async function end() {
    await stop.mutateAsync(shareId)
    alerts.success('Public sharing permissions revoked sucessfully for the project.')
    onClose()
  }

  return (
    <Modal
      open
      width={520}
      title="The project is shared publicly"
      onCancel={onClose}
      footer={[
        <Button
          key="stop"
          danger
          loading={stop.isPending}
          onClick={() => void end().catch(() => {})}
        >
          Stop sharing
        </Button>,
        <Button
          key="copy"
          type="primary"
          icon={<CopyOutlined />}
          onClick={() => void copy(link, 'Public Project link copied to clipboard.')}
        >
          Copy link
        </Button>,
      ]}
    >
      <p className="export-text">Anyone with this link can view the project.</p>
      <Input readOnly value={link} aria-label="Public link" style={{ marginTop: 12 }} />
      {stop.error && <Failure words={explain(stop.error, 'Failed to revoke share permissions')} />}
    </Modal>
  )
}
