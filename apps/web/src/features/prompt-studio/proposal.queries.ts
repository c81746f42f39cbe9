import * as api from '@recto/contract/prompt-studio/field-proposals'
import { listDefaultOutputs, listPromptOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { getProject, listProjects } from '@recto/contract/prompt-studio/prompt-studio'
import { readAs, useChange } from '../../shared/api/requests.ts'
import {
  acceptedFromWire,
  acceptedToWire,
  proposalsFromWire,
  schemaFieldsFromWire,
  schemaToWire,
} from './proposal.ts'

/** Never cached, because keys and readings may have changed. */
export const proposals = (projectId: string, documentId: string) => ({
  ...readAs(
    api.proposeFields,
    { params: { tool_id: projectId }, body: { document_id: documentId } },
    proposalsFromWire,
  ),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** Stores nothing, so that nothing has to be read again. */
export const useReadSchema = () =>
  useChange(api.readSchemaFields, {
    invalidates: [],
    toWire: schemaToWire,
    fromWire: schemaFieldsFromWire,
  })

export const useAcceptFields = () =>
  useChange(api.acceptFields, {
    invalidates: [getProject, listProjects, listPromptOutputs, listDefaultOutputs],
    toWire: acceptedToWire,
    fromWire: acceptedFromWire,
  })
