import type { CheckOutcome } from '@recto/contract/checks'
import { earlierBy } from '@recto/extraction/compare-documents'
import { fieldsByRole } from '@recto/extraction/document-identity'
import { confidenceMoved, surenessByChecks } from '@recto/extraction/sureness-by-checks'
import {
  type AnsweringNeeds,
  judgeDocument,
  type PresentedAnswer,
  presentChecks,
} from '../answering/answering.port.ts'
import { type ToolResult, warnOfChecks } from './present-result.ts'
import type { Tool } from './tool.ts'
import { questionsOf, type ToolMetadata } from './tool-metadata.ts'
import type { CompareDocument, FileRef } from './tool-run.ts'

type Answered = {
  readonly metadata: ToolMetadata
  readonly answers: readonly PresentedAnswer[]
  readonly name: string
  readonly signal?: AbortSignal | undefined
  /** Absent where documents are not compared. */
  readonly compare?: CompareDocument | undefined
}

type JudgedAnswers = {
  /** As sure as the checks leave them. */
  readonly answers: readonly PresentedAnswer[]
  readonly checks: readonly CheckOutcome[]
}

/** Judges the checks of a tool over what it has answered, beside what earlier documents say. */
export async function judgeAnswers(
  ctx: AnsweringNeeds,
  { metadata, answers, name, signal, compare }: Answered,
): Promise<JudgedAnswers> {
  // A plan of an earlier version has none.
  const { checks = [] } = metadata.tool_settings as Partial<ToolMetadata['tool_settings']>
  const given = new Map(answers.map(({ key, value }) => [key, value]))
  const active = metadata.outputs.filter((output) => output.active)
  const values = Object.fromEntries(active.map((one) => [one.name, given.get(one.name) ?? null]))
  const fields = fieldsByRole(askedOf(metadata))
  const compared = (await compare?.({ fields, values })) ?? []
  const earlier = earlierBy(fields, compared)
  const judged = await judgeDocument(ctx, { checks, values, earlier, name, signal })
  const sure = new Map(
    answers.flatMap(({ key, confidence }) => (confidence ? [[key, confidence.whole]] : [])),
  )
  const moved = surenessByChecks(sure, judged)
  return {
    answers: answers.map((answer) => withSureness(answer, moved.get(answer.key))),
    checks: presentChecks({ judged, compared, placeOf }),
  }
}

/** Without those that cannot be asked. */
const askedOf = (metadata: ToolMetadata) =>
  questionsOf(metadata).flatMap((one) => (one.isDone ? [one.question] : []))

function withSureness(answer: PresentedAnswer, whole: number | undefined): PresentedAnswer {
  const { confidence } = answer
  if (!confidence || whole === undefined || whole === confidence.whole) return answer
  return { ...answer, confidence: confidenceMoved(confidence, whole) }
}

type Result = Pick<ToolResult, 'output' | 'metadata'>

/** A result that an earlier file had: what other documents say of it is no longer what it was. */
export async function compareAnew<Earlier extends Result>(
  { metadata }: Pick<Tool, 'metadata'>,
  result: Earlier,
  compare: CompareDocument,
): Promise<Earlier> {
  const fields = fieldsByRole(askedOf(metadata))
  const compared = await compare({ fields, values: result.output })
  const { checks: before = [], warnings: said = [], ...rest } = result.metadata
  const ofProject = before.filter(({ across }) => across === null)
  const checks = [...ofProject, ...presentChecks({ judged: [], compared, placeOf })]
  const told = new Set(warnOfChecks(before))
  const warnings = [...said.filter((one) => !told.has(one)), ...warnOfChecks(checks)]
  return {
    ...result,
    metadata: {
      ...rest,
      ...(warnings.length > 0 && { warnings }),
      ...(checks.length > 0 && { checks }),
    },
  }
}

const placeOf = (ref: FileRef) => ({ ...ref, document_id: null })
