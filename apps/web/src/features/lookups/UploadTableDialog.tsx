import { UploadOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { Button, Input, Progress } from 'antd'
import { useRef, useState } from 'react'
import { failuresByField } from '../../shared/api/refusal.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import { FormField } from '../../shared/form/FormField.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { SchedulePicker } from '../../shared/schedule/SchedulePicker.tsx'
import { formatCount, type LookupTable } from './lookup-table.ts'
import { useAddLookupTableVersion, useCreateLookupTable } from './lookups.queries.ts'
import { shownFields } from './source/SourceDialog.tsx'
import { SourceFields, SourceKindField, sourceKindOptions } from './source/SourceFields.tsx'
import { SourcePreview } from './source/SourcePreview.tsx'
import { useCreateFromSource, useSourcePreview } from './source/source.queries.ts'
import { isComplete, newSource, type SourceForm } from './source/source.ts'

const fileHint =
  'A CSV or XLSX file of up to 1,000,000 rows. The first row has the names of the columns.'

type RowsKind = 'file' | SourceForm['kind']

const kindOptions: { readonly value: RowsKind; readonly label: string }[] = [
  { value: 'file', label: 'File' },
  ...sourceKindOptions,
]

/** Creates a lookup table from a file, an address or a database. */
export function NewTableDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [key, setKey] = useState('')
  const [kind, setKind] = useState<RowsKind>('file')
  const [values, setValues] = useState(newSource)
  const [schedule, setSchedule] = useState({ cron: null as string | null, timeZone: 'UTC' })
  const [file, setFile] = useState<File>()
  const [part, setPart] = useState(0)
  const upload = useCreateLookupTable()
  const creation = useCreateFromSource()
  const preview = useSourcePreview()
  const { isPending, error } = kind === 'file' ? upload : creation
  const source = { ...values, kind: kind === 'file' ? values.kind : kind }
  const navigate = useNavigate()
  const paths = usePaths()
  const failures = failuresByField(error)
  const isFilled = kind === 'file' ? file !== undefined : isComplete(source)

  async function create() {
    if (kind !== 'file') return creation.mutateAsync({ name, key, source, ...schedule })
    return file && upload.mutateAsync({ name, key, file, onProgress: setPart })
  }

  async function submit() {
    try {
      const table = await create()
      if (!table) return
      const { id } = table
      await navigate({ to: paths.lookupTable(id) })
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <FormDialog
      title="New lookup table"
      okText={kind === 'file' ? 'Upload' : 'Create'}
      width={kind === 'file' ? 480 : 720}
      isPending={isPending}
      isDisabled={!isFilled || name.trim() === ''}
      error={error}
      failureText={kind === 'file' ? 'Failed to upload the file' : 'Failed to fetch the rows'}
      fields={[...shownFields, 'file']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormField label="Name" failure={failures.get('name')}>
        {(ties) => (
          <Input
            {...ties}
            value={name}
            maxLength={128}
            placeholder="Suppliers"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </FormField>
      <SourceKindField<RowsKind> value={kind} options={kindOptions} onChange={setKind} />
      {kind === 'file' ? (
        <FilePart file={file} failure={failures.get('file')} onChange={setFile} />
      ) : (
        <>
          <SourceFields
            values={source}
            failures={failures}
            hasStoredHeader={false}
            onChange={(changes) => setValues({ ...source, ...changes })}
          />
          <SourcePreview preview={preview} values={source} />
        </>
      )}
      <FormField
        label="Key column"
        failure={failures.get('key')}
        hint="The column whose value identifies a row, such as the supplier number. If it is empty, the first column."
      >
        {(ties) => (
          <Input
            {...ties}
            value={key}
            maxLength={255}
            onChange={({ target }) => setKey(target.value)}
          />
        )}
      </FormField>
      {kind !== 'file' && (
        <SchedulePicker
          {...schedule}
          failures={failures}
          onChange={(changes) => setSchedule({ ...schedule, ...changes })}
        />
      )}
      {upload.isPending && <UploadProgress part={part} />}
    </FormDialog>
  )
}

type NewVersionProps = { readonly table: LookupTable; readonly onClose: () => void }

/** Replaces the rows of a lookup table by those of a file. */
export function NewVersionDialog({ table, onClose }: NewVersionProps) {
  const [file, setFile] = useState<File>()
  const [part, setPart] = useState(0)
  const { mutateAsync: add, isPending, error } = useAddLookupTableVersion()
  const alerts = useAlerts()
  const failures = failuresByField(error)

  async function submit() {
    if (!file) return
    try {
      const version = await add({ id: table.id, file, onProgress: setPart })
      alerts.success(
        `Version ${version.version}: ${formatCount(version.added)} added, ${formatCount(version.changed)} changed, ${formatCount(version.removed)} removed`,
      )
      onClose()
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <FormDialog
      title={`Upload a new version of ${table.name}`}
      okText="Upload"
      isPending={isPending}
      isDisabled={!file}
      error={error}
      failureText="Failed to upload the file"
      fields={['file']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FilePart file={file} failure={failures.get('file')} onChange={setFile} />
      {isPending && <UploadProgress part={part} />}
    </FormDialog>
  )
}

type FilePartProps = {
  readonly file: File | undefined
  readonly failure: string | undefined
  onChange(file: File | undefined): void
}

function FilePart({ file, failure, onChange }: FilePartProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <FormField label="File" failure={failure} hint={fileHint}>
      {(ties) => (
        <>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,.xlsx"
            aria-label="Table file"
            onChange={({ target }) => onChange(target.files?.[0])}
          />
          <Button {...ties} icon={<UploadOutlined />} onClick={() => input.current?.click()}>
            {file ? file.name : 'Choose a file'}
          </Button>
        </>
      )}
    </FormField>
  )
}

/** The server reads the rows after the last byte has arrived, which takes a while for a large file. */
function UploadProgress({ part }: { readonly part: number }) {
  const percent = Math.round(part * 100)
  return (
    <div role="status">
      <Progress percent={percent} status="active" aria-label="Upload progress" />
      {percent < 100 ? 'Uploading…' : 'Reading the rows…'}
    </div>
  )
}
