import { UploadOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useRef } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useImportProject } from '../share.queries.ts'

/** Makes a project of a file that was saved of one, and opens it. */
export function ImportProject() {
  const input = useRef<HTMLInputElement>(null)
  const { mutateAsync: importFile, isPending } = useImportProject()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const to = usePaths()

  async function take(file: File) {
    try {
      const { id, message, warning } = await importFile(file)
      alerts.success(message)
      if (warning) alerts.warn(warning)
      await navigate({ to: to.project(id) })
    } catch (error) {
      alerts.failed(error, 'Failed to import the project')
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="File of a project"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void take(file)
        }}
      />
      <Button icon={<UploadOutlined />} loading={isPending} onClick={() => input.current?.click()}>
        Import
      </Button>
    </>
  )
}
