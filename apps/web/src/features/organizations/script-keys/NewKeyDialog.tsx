import { Button, Input, Modal } from 'antd'
import { useCopy } from '../../../shared/browser/copy-text.ts'

type Props = { readonly text: string; readonly onClose: () => void }

/** Shows a key in plain text once; lists show only its end. */
export function NewKeyDialog({ text, onClose }: Props) {
  const copy = useCopy()
  return (
    <Modal
      open
      width={480}
      title="Your key"
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button type="primary" onClick={() => void copy(text, 'Key copied to clipboard')}>
            Copy
          </Button>
        </>
      }
    >
      <p>Store it where only the script can read it. Anyone with this key has its permissions.</p>
      <Input readOnly className="mono" aria-label="Key" value={text} />
    </Modal>
  )
}
