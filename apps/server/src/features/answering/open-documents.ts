import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Tenant } from '../../platform/db/database.ts'
import { openLlm } from '../adapters/adapters.port.ts'
import type { CallContext } from '../model-calls/model-calls.port.ts'
import type { AnsweringNeeds, AnswerSettings, NamedDocument } from './answer-settings.ts'
import { openChallenger } from './challenge-answers.ts'
import { openPassages, type Passages } from './open-passages.ts'
import type { Challenger, OpenedDocument } from './opened-document.ts'
import { readEmbedded } from './read-embedded.ts'
import { type ReadText, readText } from './read-text.ts'
import { assertCanRetrieve } from './retrieve-context.ts'

/** Makes the chunks searchable when they are not yet, or when it turns out that they are lost. */
export type EnsureIndexed = (
  passages: Passages,
  found?: { readonly isLost?: boolean },
) => Promise<void>

/** Opens the adapters, reads the document and makes its chunks searchable where they are wanted. */
export type DocumentOpener = (settings: AnswerSettings) => Promise<OpenedDocument>

type Input = {
  readonly document: NamedDocument
  readonly scope: string
  readonly calls: CallContext
  readonly ensureIndexed: EnsureIndexed
  /** Whether the text is looked at later, so that it is kept also where reading it costs nothing. */
  readonly keepsText?: boolean
  /** What is answered from in the place of a text that was read. */
  readonly source?: ((read: ReadText) => Promise<string | undefined>) | undefined
  /** The adapter of the model that judges the answers. */
  readonly challengerId?: string | undefined
}

/** Questions with the same settings share one opened document, those of one extractor its text. */
export function openDocuments(ctx: AnsweringNeeds, tenant: Tenant, input: Input): DocumentOpener {
  const { document, calls, keepsText: isKept } = input
  const readOnce = once(({ textExtractorId, hiddenText }: ReadSettings) =>
    readText(ctx, tenant, { document, textExtractorId, hiddenText, calls, isKept }),
  )
  const { source } = input
  const sourceOnce =
    source && once(async (settings: ReadSettings) => source(await readOnce(settings)))
  const challengeOnce = once((id: string) => openChallenger(ctx, tenant, id))
  let embedded: Promise<EmbeddedData> | undefined
  const embeddedOnce = (isNone: boolean) => {
    embedded ??= readEmbedded(ctx, tenant, { document, calls, isNone })
    return embedded
  }
  const given = { ctx, tenant, input, readOnce, sourceOnce, challengeOnce, embeddedOnce }
  const opened = new Map<string, Promise<OpenedDocument>>()
  return (settings) => {
    const name = JSON.stringify(settings)
    const opening = opened.get(name) ?? openOne(given, settings)
    opened.set(name, opening)
    return opening
  }
}

/** What a reading depends on. */
type ReadSettings = Pick<AnswerSettings, 'textExtractorId' | 'hiddenText'>

function once<Input, T>(make: (input: Input) => Promise<T>): (input: Input) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (input) => {
    const name = JSON.stringify(input)
    const known = made.get(name) ?? make(input)
    made.set(name, known)
    return known
  }
}

type Given = {
  readonly ctx: AnsweringNeeds
  readonly tenant: Tenant
  readonly input: Input
  readonly readOnce: (settings: ReadSettings) => Promise<ReadText>
  readonly sourceOnce: ((settings: ReadSettings) => Promise<string | undefined>) | undefined
  readonly challengeOnce: (adapterId: string) => Promise<Challenger>
  readonly embeddedOnce: (isNone: boolean) => Promise<EmbeddedData>
}

async function openOne(
  { ctx, tenant, input, readOnce, sourceOnce, challengeOnce, embeddedOnce }: Given,
  settings: AnswerSettings,
): Promise<OpenedDocument> {
  const { document, scope, calls, ensureIndexed } = input
  const { llmId, textExtractorId, hiddenText, chunkSize } = settings
  const llm = await openLlm(ctx, tenant, llmId)
  assertCanRetrieve(llm, settings)
  const reading = { textExtractorId, ...(hiddenText && { hiddenText }) }
  const read = await readOnce(reading)
  const source = await sourceOnce?.(reading)
  const hidden = hiddenText ? await read.text.hiddenLines() : undefined
  const challenger = input.challengerId ? await challengeOnce(input.challengerId) : undefined
  const { name, hash } = document
  const embedded = settings.readsEmbedded ? await embeddedOnce(read.hasNoEmbedded) : undefined
  const textHash = await read.text.textHash()
  const opened = {
    name,
    hash,
    textHash,
    ...read,
    llm,
    settings,
    source,
    embedded,
    hidden,
    challenger,
    passages: undefined,
  }
  if (chunkSize === 0 || source !== undefined || llm.llm.answer) return opened
  const given = { settings, document, scope, calls, llm, ensureIndexed, ...read }
  const passages = await openPassages(ctx, tenant, given)
  await ensureIndexed(passages)
  return { ...opened, passages }
}
