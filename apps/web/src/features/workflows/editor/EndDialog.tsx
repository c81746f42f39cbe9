import { Modal } from 'antd'
import type { ReactNode } from 'react'
import type { WorkflowEnd } from '../workflow.ts'
import { ConnectDialog } from './connect/ConnectDialog.tsx'
import { EndForm } from './connect/EndForm.tsx'
import { useEnd } from './connect/use-end.ts'

type Props = {
  readonly end: WorkflowEnd
  /** Why it cannot be changed. */
  readonly refusal: string | undefined
  /** What people look at before it goes on; only behind a destination. */
  readonly review: ReactNode
  readonly onClose: () => void
}

const titles = { source: 'Configure the source', destination: 'Configure the destination' }

/** Where the files of an end are, or its table, and what is done with them. */
export function EndDialog(props: Props) {
  return props.end.connection === 'API' ? <CallDialog {...props} /> : <ConnectDialog {...props} />
}

/** An end that is a call has no connector. */
function CallDialog({ end, refusal, onClose }: Props) {
  const choice = useEnd(end, onClose)
  return (
    <Modal open width={640} footer={null} title={titles[end.side]} onCancel={onClose}>
      <EndForm choice={choice} refusal={refusal} />
    </Modal>
  )
}
