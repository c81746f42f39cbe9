import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../shared/layout/CodeBlock.tsx'
import { endpointAddress } from './deployment.ts'
import { curlRun } from './snippets/snippets.ts'

type Props = {
  readonly name: string
  readonly endpoint: string
  readonly apiKey: string
  /** Further actions. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** Shows how to call a new deployment, with its key. */
export function DeployedDialog({ name, endpoint, apiKey: key, children, onClose }: Props) {
  return (
    <Modal
      open
      width={760}
      title={`${name} is deployed as an API`}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        Run this command in a folder that contains document.pdf to send the file and print the
        extracted values:
      </p>
      <CodeBlock title="cURL" code={curlRun({ address: endpointAddress({ endpoint }), key })} />
      {children}
    </Modal>
  )
}
