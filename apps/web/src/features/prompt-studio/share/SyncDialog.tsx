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
      alerts.success(
        copy ? `${message} The copy of the previous version is named “${copy}”.` : message,
      )
      onClose()
    },
  })

  return (
    <Modal
      open
      width={480}
      title="Replace prompts with those in a file"
      okText="Replace"
      okButtonProps={{ disabled: !file, loading: mutation.isPending }}
      onOk={() => file && mutation.mutate(file)}
      onCancel={onClose}
    >
      <p>
        The prompts and settings of the project will be replaced with those in the file. Prompts
        whose keys are in the file will keep their outputs. Prompts that are not in the file will be
        deleted.
      </p>
      <p>
        <input
          type="file"
          accept=".json,application/json"
          aria-label="Project file"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      </p>
      <Checkbox checked={keepsCopy} onChange={({ target }) => setKeepsCopy(target.checked)}>
        Keep a copy of the current project
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
    throw new NotJsonError(
      `“${name}” is not valid JSON, or is incomplete. Nothing was changed. Choose another file.`,
    )
  }
}
