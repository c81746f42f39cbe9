import * as api from '@recto/contract/prompt-studio/truth-files'
import { listScores, listTruths } from '@recto/contract/prompt-studio/truths'
import { listImprovements } from '@recto/contract/tools/improvements'
import { listVerifications } from '@recto/contract/tools/verifications'
import { addressOf } from '../../shared/api/address.ts'
import { useChange } from '../../shared/api/requests.ts'

export type FileFormat = api.TruthFileFormat

/** A line of a file that was not saved. */
export type UnsavedLine = {
  readonly line: number
  readonly document: string
  readonly field: string
  readonly reason: string
}

export type ImportedFile = {
  readonly newCount: number
  readonly changedCount: number
  readonly sameCount: number
  readonly unknownCount: number
  readonly faultCount: number
  /** The first of both. */
  readonly unknownLines: readonly UnsavedLine[]
  readonly faultLines: readonly UnsavedLine[]
  readonly isSaved: boolean
}

/** The address from which a browser downloads the expected values. */
export const addressOfExport = (projectId: string, format: FileFormat): string =>
  addressOf(api.exportTruths, { params: { tool_id: projectId }, query: { format } })

type FileToImport = {
  readonly projectId: string
  readonly format: FileFormat
  readonly text: string
  /** Whether nothing is to be saved. */
  readonly isDryRun: boolean
}

export const useImportExpectedValues = () =>
  useChange(api.importTruths, {
    invalidates: [listTruths, listScores, listVerifications, listImprovements],
    toWire: ({ projectId, format, text, isDryRun }: FileToImport) => ({
      params: { tool_id: projectId },
      body: { format, truths_file: text, dry_run: isDryRun },
    }),
    fromWire: (wire): ImportedFile => ({
      newCount: wire.new,
      changedCount: wire.changed,
      sameCount: wire.same,
      unknownCount: wire.unknown,
      faultCount: wire.faults,
      unknownLines: wire.unknown_lines,
      faultLines: wire.fault_lines,
      isSaved: wire.is_saved,
    }),
  })
