import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Loaded } from '../../../shared/layout/Loaded.tsx'
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

type KeysDialogState =
  | { readonly action: 'new' }
  | { readonly action: 'edit' | 'delete'; readonly apiKey: ApiKey }

/** Manages the keys of a deployment or a pipeline. */
export function KeysDialog({ deployment, kind = 'api', onClose }: Props) {
  const keyList = useQuery(keysOf(deployment.id, kind))
  const [openDialog, setOpenDialog] = useState<KeysDialogState>()
  const [newKeyId, setNewKeyId] = useState<string>()
  const close = () => setOpenDialog(undefined)

  return (
    <Modal
      open
      width={760}
      footer={null}
      title={`Keys for ${deployment.displayName}`}
      onCancel={onClose}
    >
      <Loaded query={keyList} failureText="Failed to get the API keys">
        {(keys) => (
          <>
            <KeyTable
              key={newKeyId}
              keys={keys}
              newKeyId={newKeyId}
              onEdit={(apiKey) => setOpenDialog({ action: 'edit', apiKey })}
              onDelete={(apiKey) => setOpenDialog({ action: 'delete', apiKey })}
            />
            <Button
              className="key-add"
              icon={<PlusOutlined aria-hidden="true" />}
              onClick={() => setOpenDialog({ action: 'new' })}
            >
              New Key
            </Button>
          </>
        )}
      </Loaded>
      {openDialog?.action === 'new' && (
        <KeyForm
          deploymentId={deployment.id}
          kind={kind}
          onCreated={({ id }) => setNewKeyId(id)}
          onClose={close}
        />
      )}
      {openDialog?.action === 'edit' && (
        <KeyForm
          deploymentId={deployment.id}
          kind={kind}
          apiKey={openDialog.apiKey}
          onClose={close}
        />
      )}
      {openDialog?.action === 'delete' && <DeleteKey apiKey={openDialog.apiKey} onClose={close} />}
    </Modal>
  )
}
