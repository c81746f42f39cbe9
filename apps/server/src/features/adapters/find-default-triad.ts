import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { defaultTriadOf } from './default-triad.ts'

export type Triad = {
  readonly llm: string | null
  readonly embedding: string | null
  readonly vectorDb: string | null
  readonly textExtractor: string | null
}

/** The adapters that the actor's new projects start with. */
export async function defaultTriad(ctx: Pick<Context, 'db'>, actor: Actor): Promise<Triad> {
  const row = await defaultTriadOf(tenantOf(ctx, actor), actor.userId)
  return {
    llm: row?.llm_id ?? null,
    embedding: row?.embedding_id ?? null,
    vectorDb: row?.vector_db_id ?? null,
    textExtractor: row?.text_extractor_id ?? null,
  }
}
