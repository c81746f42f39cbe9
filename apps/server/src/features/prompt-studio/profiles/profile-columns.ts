import type { ProfileChanges } from '@recto/contract/profiles'
import { invalid } from '../../../platform/app-error.ts'
import type { ProfileRow } from './profiles.store.ts'

type Name =
  | 'name'
  | 'chunk_size'
  | 'chunk_overlap'
  | 'reindex'
  | 'retrieval_strategy'
  | 'similarity_top_k'
  | 'section'
type ProfileColumns = { readonly [K in Name]?: ProfileRow[K] }

/** What the wire's fields are in the table, without the adapters; absent fields stay absent. */
export function profileColumns(fields: ProfileChanges): ProfileColumns {
  const columns = {
    name: fields.profile_name,
    chunk_size: fields.chunk_size,
    chunk_overlap: fields.chunk_overlap,
    reindex: fields.reindex,
    retrieval_strategy: fields.retrieval_strategy,
    similarity_top_k: fields.similarity_top_k,
    section: fields.section,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

type Chunking = Pick<ProfileRow, 'chunk_size' | 'chunk_overlap'>

/** Chunks that overlap by their whole length would never end. */
export function assertChunking({ chunk_size, chunk_overlap }: Chunking): void {
  if (!chunk_size || (chunk_overlap ?? 0) < chunk_size) return
  throw invalid('chunk_overlap', 'The overlap must be smaller than the chunk size.')
}
