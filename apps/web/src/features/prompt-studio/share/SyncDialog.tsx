import { useMutation } from '@tanstack/react-query'
import { Alert, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Project } from '../project.ts'
import { useSyncPrompts } from '../share.queries.ts'

type Props = { readonly project: Project; readonly onClose: () => void }

/** Dialog for replacing the prompts of the project with those of a file. */
export function SyncDialog({ project, onClose }: Props) {
  const [file, setFile] = useState<File>()
  const [keepsCopy, setKeepsCopy] = useState(true)
  const { mutateAsync: sync } = useSyncPrompts()
  const alerts = useAlerts()
  const mutation = useMutation({
    mutationFn: async (jsonFile: File) => {
      const text = await jsonFile.text()
      assertJson(jsonFile.name, text)
      return sync({ projectId: project.id, text, keepsCopy })
    },
    onSuccess({ message, copy }) {
      alerts.success(copy ? `${message} The copy is called “${copy}”.` : message)
      onClose()
    },
  })

  return (
    <Modal
      open
      width={480}
      title="Replace the prompts with those of a file"
      okText="Replace"
      okButtonProps={{ disabled: !file, loading: mutation.isPending }}
      onOk={() => file && mutation.mutate(file)}
      onCancel={onClose}
    >
      <p>
        Prompts and settings become those of the file. A prompt whose key the file has keeps its
        outputs; prompts that the file does not have are deleted.
      </p>
      <p>
        <input
          type="file"
          accept=".json,application/json"
          aria-label="File with the prompts"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      </p>
      <Checkbox checked={keepsCopy} onChange={({ target }) => setKeepsCopy(target.checked)}>
        Keep a copy of the project as it is now
      </Checkbox>
      {mutation.error && (
        <Alert
          type="error"
          showIcon
          style={{ marginTop: 12 }}
          title={
            mutation.error instanceof NotJsonError
              ? mutation.error.message
              : explain(mutation.error, 'Failed to replace the prompts')
          }
        />
      )}
    </Modal>
  )
}

class NotJsonError extends Error {}

function assertJson(name: string, text: string): void {
  try {
    JSON.parse(text)
  } catch {
    throw new NotJsonError(`“${name}” is no JSON, or only a part of the file. Nothing was changed.`)
  }
}
