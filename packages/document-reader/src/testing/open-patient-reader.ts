import type { Reader } from '@recto/document-text/reader'
import type { ReaderLimits } from '../engines.ts'
import { openReader } from '../open-reader.ts'

/** Below the time limit of a test; a busy machine takes minutes for a page. */
const ocrTimeoutSeconds = 280

/** A reader with real engines that a busy machine does not time out. */
export const openPatientReader = (limits: ReaderLimits = {}): Reader =>
  openReader({ ocrTimeoutSeconds, ...limits })
