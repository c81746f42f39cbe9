import { createHash } from 'node:crypto'
import type { AskedWith } from '../../../platform/db/tables/prompt-studio.ts'
import type { LlmProfileRow } from './profiles.store.ts'
import type { ProjectRow } from './projects.store.ts'
import type { PromptRow } from './prompts.store.ts'

type Asked = {
  readonly project: ProjectRow
  readonly prompt: PromptRow
  /** The one that answers. */
  readonly profile: LlmProfileRow
  readonly documentHash: string
}

/** What an output depends on, as it is now. */
export function askedWith({ project, prompt, profile, documentHash }: Asked): AskedWith {
  const { preamble, postamble, grammar } = project
  return {
    prompt: digestOf(prompt.prompt),
    type: prompt.enforce_type,
    document: documentHash,
    profileId: profile.id,
    profile: {
      llm: profile.llm_id,
      embedding: profile.embedding_id,
      vectorDb: profile.vector_db_id,
      textExtractor: profile.text_extractor_id,
      chunkSize: profile.chunk_size ?? 0,
      chunkOverlap: profile.chunk_overlap ?? 0,
      strategy: profile.retrieval_strategy,
      topK: profile.similarity_top_k,
    },
    wording: digestOf(JSON.stringify([preamble, postamble, grammar])),
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** What of it is another now; a setting that the earlier version did not know does not count. */
export type Change = 'prompt' | 'type' | 'document' | 'profile' | 'wording'

export function changesOf(then: AskedWith, now: AskedWith): readonly Change[] {
  const isOther = Object.entries(then.profile).some(([name, value]) => {
    const present = now.profile[name]
    return present !== undefined && present !== value
  })
  const plain = (['prompt', 'type', 'document', 'wording'] as const).filter(
    (part) => then[part] !== now[part],
  )
  return isOther ? [...plain, 'profile'] : plain
}
