import { invalid } from '../../../platform/app-error.ts'
import type { EditableProfile } from '../rows/profiles.store.ts'

type Chunking = Pick<EditableProfile, 'chunkSize' | 'chunkOverlap'>

/** Chunks that overlap by their whole length would never end. */
export function assertChunking({ chunkSize, chunkOverlap }: Chunking): void {
  if (!chunkSize || (chunkOverlap ?? 0) < chunkSize) return
  throw invalid('chunkOverlap', 'The overlap must be smaller than the chunk size.')
}
