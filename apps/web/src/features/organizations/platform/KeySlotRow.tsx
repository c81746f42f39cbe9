import { CopyOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import type { KeySlot } from './platform-key.ts'
import {
  useDeleteKey,
  useGenerateKey,
  useRefreshKey,
  useSwitchKey,
} from './platform-keys.queries.ts'
import './settings-hub.css'

type Props = {
  readonly slot: KeySlot
  /** Whether one of the keys is active. */
  readonly hasActive: boolean
}

/** A key slot: its key, whether it is the active one, and the actions on it. */
export function KeySlotRow({ slot: { name, key }, hasActive }: Props) {
  const alerts = useAlerts()
  const copy = useCopy()
  const [openQuestion, setOpenQuestion] = useState<'refresh' | 'delete'>()
  const { mutate: toggle, isPending, variables } = useSwitchKey()
  const generate = useGenerateKey()
  const close = () => setOpenQuestion(undefined)
  const isOn = isPending ? variables.isActive : (key?.isActive ?? false)

  return (
    <section className="sheet key-slot" aria-label={name}>
      <Switch
        checked={isOn}
        disabled={!key}
        loading={isPending}
        aria-label={`${name} is active`}
        onChange={(isActive) =>
          key &&
          toggle(
            { id: key.id, isActive },
            { onError: (error) => alerts.showError(error, 'Failed to set active key') },
          )
        }
      />
      <div>
        <h2>{name}</h2>
        {key ? (
          <code className="mono">{key.text}</code>
        ) : (
          <span className="faint">No key in this slot</span>
        )}
        {key && (
          <Button
            type="text"
            size="small"
            aria-label={`Copy ${name}`}
            icon={<CopyOutlined />}
            onClick={() => void copy(key.text, 'Key copied to clipboard')}
          />
        )}
      </div>
      <div className="key-slot-actions">
        {key ? (
          <>
            <Button onClick={() => setOpenQuestion('refresh')}>Refresh</Button>
            <Button danger onClick={() => setOpenQuestion('delete')}>
              Delete
            </Button>
          </>
        ) : (
          <Button
            type="primary"
            loading={generate.isPending}
            onClick={() =>
              generate.mutate(
                { name, isActive: !hasActive },
                { onError: (error) => alerts.showError(error, 'Failed to generate the key') },
              )
            }
          >
            Generate
          </Button>
        )}
      </div>
      {key && openQuestion === 'refresh' && <RefreshKey name={name} id={key.id} onClose={close} />}
      {key && openQuestion === 'delete' && <DeleteKey name={name} id={key.id} onClose={close} />}
    </section>
  )
}

type QuestionProps = {
  readonly name: KeySlot['name']
  readonly id: string
  readonly onClose: () => void
}

function RefreshKey({ name, id, onClose }: QuestionProps) {
  const { mutateAsync: refresh } = useRefreshKey()
  return (
    <ConfirmDialog
      title={`Refresh ${name}?`}
      okText="Refresh"
      fallback="Failed to generate the key"
      onConfirm={() => refresh({ name, id })}
      onClose={onClose}
    >
      A new key will replace the current one. Anyone who uses the current key will lose access.
    </ConfirmDialog>
  )
}

function DeleteKey({ name, id, onClose }: QuestionProps) {
  const { mutateAsync: remove } = useDeleteKey()
  return (
    <ConfirmDialog
      isDestructive
      title={`Delete ${name}?`}
      okText="Delete"
      fallback="Failed to delete the key"
      onConfirm={() => remove(id)}
      onClose={onClose}
    >
      The slot will be empty. Anyone who uses the key will lose access.
    </ConfirmDialog>
  )
}
