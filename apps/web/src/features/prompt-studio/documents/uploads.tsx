import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useMemo,
  useReducer,
  useState,
} from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useUploadDocument } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { useIsRunning } from '../runs/runs.tsx'
import { useEditor } from '../state/editor-context.ts'
import { ConversionDialog } from './ConversionDialog.tsx'
import { isPdfName, validateFile } from './check-file.ts'
import { useSelectDocument } from './use-select-document.ts'

type UploadRow = {
  readonly id: number
  readonly name: string
  /** Uploaded part of the file, from 0 to 1. */
  readonly progress: number
  /** Reason why the file was rejected. */
  readonly failure?: string
}

type Uploads = {
  readonly rows: readonly UploadRow[]
  /** Reason why no file can be uploaded at the moment, if there is one. */
  readonly refusal: string | undefined
  add(files: readonly File[]): void
  dismiss(id: number): void
}

const UploadsContext = createContext<Uploads | undefined>(undefined)

export function useUploads(): Uploads {
  const uploads = use(UploadsContext)
  if (!uploads) throw new Error('useUploads needs an UploadsProvider above it.')
  return uploads
}

type Action =
  | { readonly kind: 'upsert'; readonly row: UploadRow }
  | { readonly kind: 'remove'; readonly id: number }

function reduceRows(rows: readonly UploadRow[], action: Action): readonly UploadRow[] {
  if (action.kind === 'remove') return rows.filter(({ id }) => id !== action.id)
  const { row } = action
  return rows.some(({ id }) => id === row.id)
    ? rows.map((previousRow) => (previousRow.id === row.id ? row : previousRow))
    : [...rows, row]
}

let lastRowId = 0

/** Uploads files to the project one after another. */
export function UploadsProvider({ children }: { readonly children: ReactNode }) {
  const [rows, dispatch] = useReducer(reduceRows, [])
  const uploadAll = useUploadAll(dispatch)
  const refusal = useUploadRefusal()
  const alerts = useAlerts()

  const { documents } = useEditor()
  /** Files to be uploaded once the user has confirmed the conversion of some of them. */
  const [filesToConfirm, setFilesToConfirm] = useState<readonly File[]>()
  const listConvertedFiles = useCallback(
    (files: readonly File[]) =>
      files.filter((file) => !isPdfName(file.name) && !validateFile(file, documents)),
    [documents],
  )

  const add = useCallback(
    (files: readonly File[]) => {
      if (refusal) alerts.warn(refusal)
      else if (listConvertedFiles(files).length > 0) setFilesToConfirm(files)
      else void uploadAll(files)
    },
    [alerts, refusal, uploadAll, listConvertedFiles],
  )

  const uploads = useMemo(
    () => ({
      rows,
      refusal,
      add,
      dismiss: (id: number) => dispatch({ kind: 'remove', id }),
    }),
    [rows, refusal, add],
  )
  return (
    <UploadsContext value={uploads}>
      {children}
      {filesToConfirm && (
        <ConversionDialog
          names={listConvertedFiles(filesToConfirm).map(({ name }) => name)}
          onUpload={() => {
            setFilesToConfirm(undefined)
            void uploadAll(filesToConfirm)
          }}
          onCancel={() => {
            setFilesToConfirm(undefined)
            alerts.warn('Upload cancelled by user')
          }}
        />
      )}
    </UploadsContext>
  )
}

type UploadResult = { readonly document: PromptDocument } | { readonly failure: string }

/**
 * Uploads files, each validated against those before it. The first document of a project is
 * selected.
 */
function useUploadAll(dispatch: (action: Action) => void) {
  const upload = useUploadFile()
  const { documents } = useEditor()
  const select = useSelectDocument()
  const alerts = useAlerts()

  const checkAndUpload = useCallback(
    async (file: File, row: UploadRow, existingDocuments: readonly PromptDocument[]) => {
      const onProgress = (progress: number) =>
        dispatch({ kind: 'upsert', row: { ...row, progress } })
      const failure = validateFile(file, existingDocuments)
      const result: UploadResult = failure ? { failure } : await upload(file, onProgress)
      if ('failure' in result) {
        dispatch({ kind: 'upsert', row: { ...row, failure: result.failure } })
      } else dispatch({ kind: 'remove', id: row.id })
      return result
    },
    [dispatch, upload],
  )

  const reportResults = useCallback(
    (failures: readonly string[], addedDocuments: readonly PromptDocument[]) => {
      if (failures.length > 0) alerts.warn(summarizeFailures(failures))
      if (addedDocuments.length > 0) alerts.success('File uploaded successfully')
      if (addedDocuments[0] && documents.length === 0) select(addedDocuments[0].id)
    },
    [alerts, documents, select],
  )

  return useCallback(
    async (files: readonly File[]) => {
      const queue = files.map((file) => ({
        file,
        row: { id: ++lastRowId, name: file.name, progress: 0 },
      }))
      for (const { row } of queue) dispatch({ kind: 'upsert', row })

      const failures: string[] = []
      let addedDocuments: readonly PromptDocument[] = []
      for (const { file, row } of queue) {
        const result = await checkAndUpload(file, row, [...documents, ...addedDocuments])
        if ('document' in result) addedDocuments = [...addedDocuments, result.document]
        else failures.push(`${file.name}: ${result.failure}`)
      }
      reportResults(failures, addedDocuments)
    },
    [checkAndUpload, dispatch, documents, reportResults],
  )
}

/** The upload list shows all failures; the alert only has space for the first. */
function summarizeFailures([first = '', ...otherFailures]: readonly string[]): string {
  if (otherFailures.length === 0) return first
  return `${first} (and ${otherFailures.length} more ${otherFailures.length === 1 ? 'file' : 'files'})`
}

function useUploadFile() {
  const { id: projectId } = useEditor().project
  const { mutateAsync: upload } = useUploadDocument()

  return useCallback(
    async (file: File, onProgress: (progress: number) => void): Promise<UploadResult> => {
      try {
        const document = await upload({ projectId, file, onProgress })
        return document ? { document } : { failure: 'Failed to Upload' }
      } catch (refusal) {
        return { failure: explain(refusal, 'Failed to Upload') }
      }
    },
    [projectId, upload],
  )
}

function useUploadRefusal(): string | undefined {
  const { profiles } = useEditor()
  const isRunning = useIsRunning()
  if (!profiles.some(({ isDefault }) => isDefault)) {
    return 'Set the default LLM profile before uploading a document'
  }
  return isRunning ? 'Please wait for the run to complete' : undefined
}
