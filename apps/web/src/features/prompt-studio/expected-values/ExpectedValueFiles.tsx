import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown } from 'antd'
import { useRef, useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useEditor } from '../state/editor-context.ts'
import {
  addressOfExport,
  type FileFormat,
  type ImportedFile,
  useImportExpectedValues,
} from '../truth-file.queries.ts'
import { UnsavedLines } from './UnsavedLines.tsx'

const formats: { readonly key: FileFormat; readonly label: string }[] = [
  { key: 'csv', label: 'CSV, for spreadsheets' },
  { key: 'jsonl', label: 'JSONL, for programs' },
]

type ChosenFile = { readonly format: FileFormat; readonly text: string }

/** Exports the expected values as a file, and imports one after showing what it would change. */
export function ExpectedValueFiles() {
  const { id: projectId } = useEditor().project
  const inputRef = useRef<HTMLInputElement>(null)
  const importFile = useImportExpectedValues()
  const [chosenFile, setChosenFile] = useState<ChosenFile>()
  const { data: result, error, isPending } = importFile

  async function check(file: File) {
    const format = file.name.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl'
    const text = await file.text()
    setChosenFile({ format, text })
    importFile.mutate({ projectId, format, text, isDryRun: true })
  }

  return (
    <div className="truth-files">
      <Dropdown
        trigger={['click']}
        menu={{
          items: formats.map(({ key, label }) => ({
            key,
            label: (
              <a href={addressOfExport(projectId, key)} download>
                {label}
              </a>
            ),
          })),
        }}
      >
        <Button size="small" icon={<DownloadOutlined />}>
          Export expected values
        </Button>
      </Dropdown>
      <input
        ref={inputRef}
        type="file"
        hidden
        accept=".csv,.jsonl,text/csv"
        aria-label="File of expected values"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void check(file)
        }}
      />
      <Button
        size="small"
        icon={<UploadOutlined />}
        loading={isPending}
        onClick={() => inputRef.current?.click()}
      >
        Import expected values
      </Button>
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to import the expected values')}
        />
      )}
      {result && !error && (
        <ImportResult
          result={result}
          isBusy={isPending}
          onSave={() =>
            chosenFile && importFile.mutate({ projectId, ...chosenFile, isDryRun: false })
          }
          onCancel={() => importFile.reset()}
        />
      )}
    </div>
  )
}

type ResultProps = {
  readonly result: ImportedFile
  readonly isBusy: boolean
  onSave(): void
  onCancel(): void
}

function ImportResult({ result, isBusy, onSave, onCancel }: ResultProps) {
  const { newCount, changedCount, unknownLines, unknownCount, faultLines, faultCount, isSaved } =
    result
  const hasFaults = faultCount > 0
  const hasNews = newCount + changedCount > 0
  return (
    <section aria-label="Import of expected values" className="truth-import">
      <Alert
        type={hasFaults ? 'error' : isSaved ? 'success' : 'info'}
        showIcon
        role="status"
        title={describeImport(result)}
        action={
          !isSaved &&
          !hasFaults &&
          hasNews && (
            <>
              <Button size="small" type="primary" loading={isBusy} onClick={onSave}>
                Save {newCount + changedCount}
              </Button>{' '}
              <Button size="small" disabled={isBusy} onClick={onCancel}>
                Cancel
              </Button>
            </>
          )
        }
      />
      <UnsavedLines label="Faults" lines={faultLines} count={faultCount} />
      <UnsavedLines
        label="Unknown documents and fields"
        lines={unknownLines}
        count={unknownCount}
      />
    </section>
  )
}

/** Says in words what an import has done or would do. */
function describeImport(result: ImportedFile): string {
  const { newCount, changedCount, sameCount, unknownCount, faultCount, isSaved } = result
  if (faultCount > 0) {
    return `Nothing was saved: the file has ${faultCount} ${faultCount === 1 ? 'fault' : 'faults'}.`
  }
  const counts = [
    `${newCount} new`,
    `${changedCount} changed`,
    `${sameCount} the same`,
    ...(unknownCount > 0 ? [`${unknownCount} of unknown documents or fields, left out`] : []),
  ].join(', ')
  if (isSaved) return `Saved: ${counts}.`
  return newCount + changedCount === 0 ? `Nothing to save: ${counts}.` : `In the file: ${counts}.`
}
