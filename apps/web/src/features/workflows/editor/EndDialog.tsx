import { Modal } from 'antd'
import type { ReactNode } from 'react'
import type { WorkflowEnd } from '../workflow.ts'
import { ConnectDialog } from './connect/ConnectDialog.tsx'
import { EndForm } from './connect/EndForm.tsx'
import { useEnd } from './connect/use-end.ts'

type Props = {
  readonly end: WorkflowEnd
  /** Reason why it cannot be changed. */
  readonly refusal: string | undefined
  /** Settings of the review before delivery; only for a destination. */
  readonly review: ReactNode
  readonly onClose: () => void
}

const titles = { source: 'Configure the source', destination: 'Configure the destination' }

/** Dialog for the connector and the settings of a source or destination. */
export function EndDialog(props: Props) {
  return props.end.connection === 'API' ? <CallDialog {...props} /> : <ConnectDialog {...props} />
}

/** Dialog for an API endpoint, which has no connector. */
function CallDialog({ end, refusal, onClose }: Props) {
  const choice = useEnd(end, onClose)
  return (
    <Modal open width={640} footer={null} title={titles[end.side]} onCancel={onClose}>
      <EndForm end={end} choice={choice} refusal={refusal} />
    </Modal>
  )
}
