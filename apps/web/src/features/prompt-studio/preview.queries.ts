import * as api from '@recto/contract/prompt-studio/prompt-previews'
import { readAs } from '../../shared/api/requests.ts'
import { previewFromWire } from './preview.ts'

type PreviewRequest = {
  readonly projectId: string
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
}

/**
 * The prompt that a run would send. It is never cached, because settings and outputs may have
 * changed.
 */
export const promptPreview = ({ projectId, promptId, profileId, documentId }: PreviewRequest) => ({
  ...readAs(
    api.previewPrompt,
    {
      params: { tool_id: projectId },
      body: { id: promptId, document_id: documentId, profile_manager: profileId },
    },
    previewFromWire,
  ),
  staleTime: 0,
  gcTime: 0,
})
