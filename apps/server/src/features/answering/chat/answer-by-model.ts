import {
  chatInstructions,
  chatPrompt,
  type NumberedDocument,
  type NumberedRow,
  notAnswered,
} from '@recto/extraction/chat-prompt'
import { readReply } from '@recto/extraction/read-reply'
import type { Tenant } from '../../../platform/db/database.ts'
import { callModel } from '../../model-calls/model-calls.port.ts'
import type { AnsweringNeeds } from '../answer-settings.ts'
import { estimateTokens } from '../text/estimate-tokens.ts'
import {
  type Answering,
  type ChatCitation,
  citationsAt,
  type ReadDocument,
  type SaidOfDocuments,
} from './chat-question.ts'
import { findRows, type RowsToCite } from './find-rows.ts'

/** In tokens: what documents take of a prompt at most, and what is left for the answer. */
const mostRows = 24_000
const mostAnswer = 1500

/** `undefined` where nothing was found to answer from: a model would make something up. */
export async function answerByModel(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  answering: Answering,
): Promise<SaidOfDocuments | undefined> {
  const { asked, llm } = answering
  const frame = chatPrompt({ ...asked, documents: [] }) + chatInstructions
  const room = roomIn(llm.llm.contextWindow, estimateTokens(frame))
  const found = await findRows(ctx, tenant, answering, room)
  const { documents, known } = numbered(found)
  if (known.size === 0) return undefined
  const isKnown = (row: number) => known.has(row)
  const reply = await callModel(tenant, asked.calls, {
    opened: llm,
    request: {
      system: chatInstructions,
      prompt: chatPrompt({ ...asked, documents }),
      maxTokens: mostAnswer,
      ...(asked.onText && { onText: heardBy(asked.onText, isKnown) }),
    },
    step: 'chat/answer',
    isProse: true,
    reason: 'extraction',
  })
  const { text, cited, isNotAnswered } = readReply(reply.text, isKnown)
  if (isNotAnswered) return { kind: 'not-answered', text: notAnswered, citations: [] }
  const citations = await Promise.all(
    cited.map(({ rows, statement }, i) => cite(known, { rows, statement, number: i + 1 })),
  )
  return { kind: 'answer', text, citations: citations.flat() }
}

function roomIn(window: number, frame: number): number {
  if (window === 0) return mostRows
  const answer = Math.min(mostAnswer, Math.ceil(window / 4))
  return Math.max(0, Math.min(mostRows, window - frame - answer))
}

type Known = ReadonlyMap<number, { readonly read: ReadDocument; readonly at: number }>

/** Counted through all documents. */
function numbered(found: readonly RowsToCite[]) {
  const known = new Map<number, { readonly read: ReadDocument; readonly at: number }>()
  const documents = found.map(({ read, rows }): NumberedDocument => {
    const name = read.document.name
    const those = rows.map(({ at, page, text }): NumberedRow => {
      const number = known.size + 1
      known.set(number, { read, at })
      return { number, page, text }
    })
    return { name, rows: those }
  })
  return { documents, known }
}

const heardBy =
  (onText: (soFar: string) => void, isKnown: (row: number) => boolean) => (reply: string) =>
    onText(readReply(reply, isKnown, { isWhole: false }).text)

type Cited = {
  readonly rows: readonly number[]
  readonly statement: string
  readonly number: number
}

async function cite(
  known: Known,
  { rows, statement, number }: Cited,
): Promise<readonly ChatCitation[]> {
  const places = rows.flatMap((row) => known.get(row) ?? [])
  const citations = await Promise.all(
    [...Map.groupBy(places, ({ read }) => read)].map(async ([{ document, text }, those]) => {
      const cited = await text.citeRows({ rows: those.map(({ at }) => at), statement })
      return citationsAt(number, document, cited)
    }),
  )
  return citations.flat()
}
