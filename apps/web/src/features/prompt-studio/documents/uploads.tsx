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
import { isPdfName, refusalOfFile } from './check-file.ts'
import { useSelectDocument } from './use-select-document.ts'

type UploadRow = {
  readonly id: number
  readonly name: string
  /** From 0 to 1. */
  readonly part: number
  /** Why the file was refused. */
  readonly failure?: string
}

type Uploads = {
  readonly rows: readonly UploadRow[]
  /** Why nothing can be uploaded now. */
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
  | { readonly kind: 'put'; readonly row: UploadRow }
  | { readonly kind: 'drop'; readonly id: number }

function reduce(rows: readonly UploadRow[], action: Action): readonly UploadRow[] {
  if (action.kind === 'drop') return rows.filter(({ id }) => id !== action.id)
  const { row } = action
  return rows.some(({ id }) => id === row.id)
    ? rows.map((old) => (old.id === row.id ? row : old))
    : [...rows, row]
}

let lastId = 0

/** Files on their way into the project, one after the other. */
export function UploadsProvider({ children }: { readonly children: ReactNode }) {
  const [rows, dispatch] = useReducer(reduce, [])
  const sendAll = useSendAll(dispatch)
  const refusal = useUploadRefusal()
  const alerts = useAlerts()

  const { documents } = useEditor()
  /** Files that wait for the word that a PDF may be made of some of them. */
  const [asking, setAsking] = useState<readonly File[]>()
  const convertedOf = useCallback(
    (files: readonly File[]) =>
      files.filter((file) => !isPdfName(file.name) && !refusalOfFile(file, documents)),
    [documents],
  )

  const add = useCallback(
    (files: readonly File[]) => {
      if (refusal) alerts.warn(refusal)
      else if (convertedOf(files).length > 0) setAsking(files)
      else void sendAll(files)
    },
    [alerts, refusal, sendAll, convertedOf],
  )

  const uploads = useMemo(
    () => ({
      rows,
      refusal,
      add,
      dismiss: (id: number) => dispatch({ kind: 'drop', id }),
    }),
    [rows, refusal, add],
  )
  return (
    <UploadsContext value={uploads}>
      {children}
      {asking && (
        <ConversionDialog
          names={convertedOf(asking).map(({ name }) => name)}
          onUpload={() => {
            setAsking(undefined)
            void sendAll(asking)
          }}
          onCancel={() => {
            setAsking(undefined)
            alerts.warn('Upload cancelled by user')
          }}
        />
      )}
    </UploadsContext>
  )
}

type Sent = { readonly document: PromptDocument } | { readonly failure: string }

/** Each file is checked against those before it, and the first of a project is selected. */
function useSendAll(dispatch: (action: Action) => void) {
  const send = useSendFile()
  const { documents } = useEditor()
  const select = useSelectDocument()
  const alerts = useAlerts()

  const checkAndSend = useCallback(
    async (file: File, row: UploadRow, known: readonly PromptDocument[]) => {
      const onProgress = (part: number) => dispatch({ kind: 'put', row: { ...row, part } })
      const failure = refusalOfFile(file, known)
      const sent: Sent = failure ? { failure } : await send(file, onProgress)
      if ('failure' in sent) {
        dispatch({ kind: 'put', row: { ...row, failure: sent.failure } })
      } else dispatch({ kind: 'drop', id: row.id })
      return sent
    },
    [dispatch, send],
  )

  const tell = useCallback(
    (failures: readonly string[], added: readonly PromptDocument[]) => {
      if (failures.length > 0) alerts.warn(wordsFor(failures))
      if (added.length > 0) alerts.success('File uploaded successfully')
      if (added[0] && documents.length === 0) select(added[0].id)
    },
    [alerts, documents, select],
  )

  return useCallback(
    async (files: readonly File[]) => {
      const queue = files.map((file) => ({ file, row: { id: ++lastId, name: file.name, part: 0 } }))
      for (const { row } of queue) dispatch({ kind: 'put', row })

      const failures: string[] = []
      let added: readonly PromptDocument[] = []
      for (const { file, row } of queue) {
        const sent = await checkAndSend(file, row, [...documents, ...added])
        if ('document' in sent) added = [...added, sent.document]
        else failures.push(`${file.name}: ${sent.failure}`)
      }
      tell(failures, added)
    },
    [checkAndSend, dispatch, documents, tell],
  )
}

/** The list beside the document names them all; an alert has room for the first. */
function wordsFor([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first
  return `${first} (and ${others.length} more ${others.length === 1 ? 'file' : 'files'})`
}

function useSendFile() {
  const { id: projectId } = useEditor().project
  const { mutateAsync: upload } = useUploadDocument()

  return useCallback(
    async (file: File, onProgress: (part: number) => void): Promise<Sent> => {
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
