import * as api from '@recto/contract/prompt-studio/truths'
import { listVerifications } from '@recto/contract/tools/verifications'
import { readAs, useChange } from '../../shared/api/requests.ts'

/** The expected value of a prompt on a document, as entered by a user. */
export type ExpectedValue = {
  readonly promptId: string
  readonly documentId: string
  /** Has the format of outputs; null means that the document does not contain the value. */
  readonly value: string | null
  readonly author: string | null
  /** The contradicting value of another user. Neither is used until one of them is saved again. */
  readonly contradictedBy: { readonly value: string | null; readonly author: string | null } | null
}

const invalidates = [api.listTruths, api.listScores, listVerifications]

export const expectedValueList = (projectId: string) =>
  readAs(
    api.listTruths,
    { params: { tool_id: projectId } },
    (expectedValues): readonly ExpectedValue[] =>
      expectedValues.map(({ prompt_id, document_id, value, created_by, contradicted_by }) => ({
        promptId: prompt_id,
        documentId: document_id,
        value,
        author: created_by,
        contradictedBy: contradicted_by && {
          value: contradicted_by.value,
          author: contradicted_by.created_by,
        },
      })),
  )

export type Score = { readonly checked: number; readonly right: number }
export type ProfileScore = Score & {
  readonly profileId: string
  readonly dollars: number | null
  readonly seconds: number | null
}
type PromptScore = Score & { readonly promptId: string; readonly profileId: string }

export type ProjectScores = {
  readonly expectedValueCount: number
  readonly profiles: readonly ProfileScore[]
  readonly prompts: readonly PromptScore[]
  /** Whether an output matches the expected value, by prompt, document and profile. */
  readonly isRight: ReadonlyMap<string, boolean>
}

export const scores = (projectId: string) =>
  readAs(
    api.listScores,
    { params: { tool_id: projectId } },
    (wire): ProjectScores => ({
      expectedValueCount: wire.truths,
      profiles: wire.profiles.map(({ profile_id, cost_in_dollars, ...score }) => ({
        profileId: profile_id,
        dollars: cost_in_dollars,
        ...score,
      })),
      prompts: wire.prompts.map(({ prompt_id, profile_id, ...score }) => ({
        promptId: prompt_id,
        profileId: profile_id,
        ...score,
      })),
      isRight: new Map(
        wire.outputs.map(({ prompt_id, document_id, profile_id, is_right }) => [
          scoreKey({ promptId: prompt_id, documentId: document_id, profileId: profile_id }),
          is_right,
        ]),
      ),
    }),
  )

export type ScoredValue = Pick<ExpectedValue, 'promptId' | 'documentId'> & {
  readonly profileId: string
}

export const scoreKey = ({ promptId, documentId, profileId }: ScoredValue) =>
  `${promptId}/${documentId}/${profileId}`

type ExpectedValueRef = Pick<ExpectedValue, 'promptId' | 'documentId'> & {
  readonly projectId: string
}

export const useSaveExpectedValue = () =>
  useChange(api.saveTruth, {
    invalidates,
    toWire: ({
      projectId,
      promptId,
      documentId,
      value,
    }: ExpectedValueRef & Pick<ExpectedValue, 'value'>) => ({
      params: { tool_id: projectId },
      body: { prompt_id: promptId, document_id: documentId, truth: value },
    }),
    fieldOf: (attr) => (attr === 'truth' ? 'value' : attr),
  })

export const useDeleteExpectedValue = () =>
  useChange(api.deleteTruth, {
    invalidates,
    toWire: ({ projectId, promptId, documentId }: ExpectedValueRef) => ({
      params: { tool_id: projectId },
      body: { prompt_id: promptId, document_id: documentId },
    }),
  })
