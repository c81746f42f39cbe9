import { listDefaultOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { ProjectNews, ProjectPart } from '@recto/contract/server/sockets'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf } from '../../shared/api/requests.ts'
import { documentList } from './document.queries.ts'
import { profileList } from './profile.queries.ts'
import { project } from './project.queries.ts'

export type { ProjectPart }
export const everyPart: readonly ProjectPart[] = ProjectPart.options

/**
 * Returns the parts of the project that changed according to a message from the server; empty if it
 * is about another project.
 */
export function partsFromNews(projectId: string, data: unknown): readonly ProjectPart[] {
  const news = ProjectNews.safeParse({ data })
  return news.success && news.data.data.tool_id === projectId ? news.data.data.parts : []
}

/** Refetches parts of a project, as far as they are displayed. */
export async function refreshParts(
  client: QueryClient,
  projectId: string,
  parts: readonly ProjectPart[],
): Promise<void> {
  const { queryKey: projectKey } = project(projectId)
  const { queryKey: profilesKey } = profileList(projectId)
  const { queryKey: documentsKey } = documentList(projectId)
  const combinedOutputKey = keyOf(listDefaultOutputs)
  const keysOf = {
    settings: [projectKey],
    prompts: [projectKey, combinedOutputKey],
    profiles: [profilesKey, projectKey],
    documents: [documentsKey],
  }
  const keys = new Set(parts.flatMap((part): readonly (readonly unknown[])[] => keysOf[part]))
  await Promise.all([...keys].map((queryKey) => client.invalidateQueries({ queryKey })))
}
