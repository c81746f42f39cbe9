import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import type { ApiKey, Deployment } from '../deployment.ts'
import { type KeyKind, keysOf } from '../deployments.queries.ts'
import { DeleteKey } from './DeleteKey.tsx'
import { KeyForm } from './KeyForm.tsx'
import { KeyTable } from './KeyTable.tsx'

type Props = {
  readonly deployment: Pick<Deployment, 'id' | 'displayName'>
  /** Owner of the keys; an API deployment by default. */
  readonly kind?: KeyKind
  readonly onClose: () => void
}

type Opened =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'delete'; readonly apiKey: ApiKey }

/** Manages the keys of a deployment or a pipeline. */
export function KeysDialog({ deployment, kind = 'api', onClose }: Props) {
  const { data: keys, error, refetch } = useQuery(keysOf(deployment.id, kind))
  const [opened, setOpened] = useState<Opened>()
  const [made, setMade] = useState<string>()
  const close = () => setOpened(undefined)

  return (
    <Modal
      open
      width={760}
      footer={null}
      title={`Keys of ${deployment.displayName}`}
      onCancel={onClose}
    >
      {error && !keys && (
        <FailureState
          error={error}
          fallback="Failed to get the API keys"
          onRetry={() => void refetch()}
        />
      )}
      {!error && !keys && <ListSkeleton />}
      {keys && (
        <>
          <KeyTable
            key={made}
            keys={keys}
            made={made}
            onEdit={(apiKey) => setOpened({ what: 'edit', apiKey })}
            onDelete={(apiKey) => setOpened({ what: 'delete', apiKey })}
          />
          <Button
            className="key-add"
            icon={<PlusOutlined aria-hidden="true" />}
            onClick={() => setOpened({ what: 'new' })}
          >
            New Key
          </Button>
        </>
      )}
      {opened?.what === 'new' && (
        <KeyForm
          deploymentId={deployment.id}
          kind={kind}
          onMade={({ id }) => setMade(id)}
          onClose={close}
        />
      )}
      {opened?.what === 'edit' && (
        <KeyForm deploymentId={deployment.id} kind={kind} apiKey={opened.apiKey} onClose={close} />
      )}
      {opened?.what === 'delete' && <DeleteKey apiKey={opened.apiKey} onClose={close} />}
    </Modal>
  )
}
