import { UploadOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useRef } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useImportProject } from '../share.queries.ts'

/** Creates a project from an exported file and opens it. */
export function ImportProject() {
  const inputRef = useRef<HTMLInputElement>(null)
  const { mutateAsync: importFile, isPending } = useImportProject()
  const alerts = useAlerts()
  const navigate = useNavigate()
  const paths = usePaths()

  async function importAndOpen(file: File) {
    try {
      const { id, message, warning } = await importFile(file)
      alerts.success(message)
      if (warning) alerts.warn(warning)
      await navigate({ to: paths.project(id) })
    } catch (error) {
      alerts.showError(error, 'Failed to import the project')
    }
  }

  return (
    <>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Project file"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void importAndOpen(file)
        }}
      />
      <Button
        icon={<UploadOutlined />}
        loading={isPending}
        onClick={() => inputRef.current?.click()}
      >
        Import
      </Button>
    </>
  )
}
