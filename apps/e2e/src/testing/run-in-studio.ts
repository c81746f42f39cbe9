import type { Page } from 'playwright-core'
import { askAs } from './ask-as.ts'

type TestDocument = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** Uploads a document to a project and runs its prompts without using the pages. Returns the ids. */
export async function runInStudio(page: Page, projectId: string, file: TestDocument) {
  const { ask, post } = await askAs(page)
  const upload = await ask(`prompt-studio/file/${projectId}`, {
    method: 'POST',
    multipart: { file },
  })
  const documentId: string = upload.data[0].document_id
  const { prompts, default_profile } = await ask(`prompt-studio/${projectId}/`)
  const promptIds: string[] = prompts.map((one: { prompt_id: string }) => one.prompt_id)
  for (const id of promptIds) {
    await post(`prompt-studio/fetch_response/${projectId}`, {
      id,
      document_id: documentId,
      profile_manager: default_profile,
    })
  }
  return { documentId, promptIds }
}
