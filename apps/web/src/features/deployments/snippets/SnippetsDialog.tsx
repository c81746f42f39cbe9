import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Tabs } from 'antd'
import { CodeBlock } from '../../../shared/layout/CodeBlock.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import type { Deployment } from '../deployment.ts'
import { endpointAddress } from '../deployment.ts'
import { keysOf } from '../deployments.queries.ts'
import { KEY_PLACEHOLDER, snippetsFor } from './snippets.ts'

type Props = { readonly deployment: Deployment; readonly onClose: () => void }

const noKeys = [] as const

/** Code examples that call the deployment with one of its keys. */
export function SnippetsDialog({ deployment, onClose }: Props) {
  const { createdBy, isOwner } = deployment
  const refusal = useRefusalOf()('deployment/keys', { created_by: createdBy, isOwner })
  const mayReadKeys = refusal === undefined
  const query = useQuery({ ...keysOf(deployment.id), enabled: mayReadKeys })
  const { error, refetch } = query
  const keys = mayReadKeys ? query.data : noKeys
  const active = keys?.find(({ isActive }) => isActive)

  return (
    <Modal
      open
      width={760}
      footer={null}
      title={`Code snippets for ${deployment.displayName}`}
      onCancel={onClose}
    >
      {error && !keys && (
        <FailureState
          error={error}
          fallback="Failed to get the API keys"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !keys && <div className="bone" style={{ height: 360 }} aria-busy="true" />}
      {refusal && (
        <Alert
          type="info"
          showIcon
          title={refusal}
          description={`Ask them for a key and replace ${KEY_PLACEHOLDER} with it.`}
        />
      )}
      {mayReadKeys && keys && !active && (
        <Alert
          type="warning"
          showIcon
          title="The deployment has no active key"
          description={`Create one under “Manage Keys” and replace ${KEY_PLACEHOLDER} with it.`}
        />
      )}
      {keys && <Snippets deployment={deployment} apiKey={active?.key ?? KEY_PLACEHOLDER} />}
    </Modal>
  )
}

type SnippetsProps = { readonly deployment: Deployment; readonly apiKey: string }

function Snippets({ deployment, apiKey }: SnippetsProps) {
  const snippets = snippetsFor({ address: endpointAddress(deployment), key: apiKey })
  return (
    <Tabs
      items={snippets.map(({ language, run, status }) => ({
        key: language,
        label: language,
        children: (
          <>
            <CodeBlock title="Send a document" code={run} />
            <CodeBlock title="Get the result later" code={status} />
          </>
        ),
      }))}
    />
  )
}
